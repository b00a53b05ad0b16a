package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Amounts;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses values of options that have a unit, and checks values. */
public final class Converters {
  private Converters() {}

  public static void atLeast(String option, Number value, int least) {
    if (value.doubleValue() < least) {
      throw new InvalidSettingException(
          "%s: %s is below %s; give %s or more".formatted(option, value, least, least));
    }
  }

  /** Refuses a time of 0; {@code null} is for a default. */
  public static void positive(String option, @Nullable Duration time) {
    if (time != null && time.isZero()) {
      throw new InvalidSettingException(
          option + ": in 0 s nothing is measured; give a longer time");
    }
  }

  public static <T> T parsed(String option, Supplier<T> value) {
    try {
      return value.get();
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(option + ": " + e.getMessage(), e);
    }
  }

  private static TypeConversionException no(String what, String value) {
    return new TypeConversionException("'" + value + "' is not a " + what);
  }

  /** Parses {@code 100ms}, {@code 1.5s}, {@code 10m}, {@code 2h}. */
  public static final class Time implements ITypeConverter<Duration> {
    private static final Set<String> UNITS = Set.of("us", "ms", "s", "m", "h");

    @Override
    public Duration convert(String value) {
      OptionalDouble micros = Amounts.micros(value, UNITS);
      if (micros.isEmpty()) {
        throw no("duration; write a number and one of us, ms, s, m, h, such as 100ms", value);
      }
      return Duration.ofNanos(Math.round(micros.getAsDouble() * 1e3));
    }
  }

  /** Parses {@code 512}, {@code 64k}, {@code 1m} as bytes; the letters are powers of 1,024. */
  public static final class Size implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      double bytes = Amounts.bytes(value).orElse(0);
      if (bytes < 1 || bytes > Integer.MAX_VALUE || bytes != Math.rint(bytes)) {
        throw no("size; write bytes from 1 on, or a number with k or m, such as 64k", value);
      }
      return (int) bytes;
    }
  }

  /** Parses {@code 1%} as 0.01. */
  static final class Precision implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      double percent = Amounts.number(value, "%").orElse(0);
      if (percent <= 0 || percent >= 100) {
        throw no("precision; write a percentage above 0 and below 100, such as 1%", value);
      }
      return percent / 100;
    }
  }
}
