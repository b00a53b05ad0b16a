package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The option {@code mysql-ignore-errors} of sysbench's MySQL driver.
 *
 * @param numbers the numbers of errors after which a transaction is repeated; -1 for all
 */
record IgnoredErrors(Set<Integer> numbers) implements Predicate<SQLException> {
  private static final String OPTION = "mysql-ignore-errors";
  private static final String ALL = "all";
  private static final int ANY = -1;

  /** Deadlock, row changed since it was read, lock wait time-out. */
  private static final String DEFAULT = "1213,1020,1205";

  /**
   * @throws InvalidSettingException if it is not a list of numbers
   */
  static IgnoredErrors of(Properties properties) {
    String list = RunProperties.dashed(properties, OPTION, DEFAULT);
    if (list.equals(ALL)) {
      return new IgnoredErrors(Set.of(ANY));
    }
    try {
      return new IgnoredErrors(
          Arrays.stream(list.split(","))
              .map(String::strip)
              .filter(number -> !number.isEmpty())
              .map(Integer::valueOf)
              .collect(Collectors.toUnmodifiableSet()));
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          OPTION
              + ": '"
              + list
              + "' is neither a list of error numbers, such as "
              + DEFAULT
              + ", nor all",
          e);
    }
  }

  @Override
  public boolean test(SQLException failure) {
    return numbers.contains(failure.getErrorCode()) || numbers.contains(ANY);
  }
}
