package dev.tlsbench.experiment.command;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code 100ms}, {@code 1.5s}, {@code 10m}, {@code 2h}. */
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)(us|ms|s|m|h)");
  private static final Map<String, Double> NANOS =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);

  @Override
  public Duration convert(String value) {
    Matcher text = TEXT.matcher(value.strip());
    if (!text.matches()) {
      throw new TypeConversionException(
          "'"
              + value
              + "' is not a duration; write a number and one of us, ms, s, m, h, such as 100ms");
    }
    return Duration.ofNanos(
        Math.round(Double.parseDouble(text.group(1)) * NANOS.getOrDefault(text.group(2), 0.0)));
  }
}
