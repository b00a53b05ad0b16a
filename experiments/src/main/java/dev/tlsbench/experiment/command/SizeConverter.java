package dev.tlsbench.experiment.command;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code 512}, {@code 64k}, {@code 1m} as bytes; the letters are powers of 1,024. */
final class SizeConverter implements ITypeConverter<Integer> {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})([km]?)");
  private static final Map<String, Long> BYTES = Map.of("", 1L, "k", 1L << 10, "m", 1L << 20);

  @Override
  public Integer convert(String value) {
    Matcher text = TEXT.matcher(value.strip());
    if (text.matches()) {
      long bytes = Long.parseLong(text.group(1)) * BYTES.getOrDefault(text.group(2), 1L);
      if (bytes >= 1 && bytes <= Integer.MAX_VALUE) {
        return Math.toIntExact(bytes);
      }
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is not a size; write bytes from 1 on, or a number with k or m, such as 64k");
  }
}
