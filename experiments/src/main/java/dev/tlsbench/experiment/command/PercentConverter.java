package dev.tlsbench.experiment.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code 1%} as 0.01. */
final class PercentConverter implements ITypeConverter<Double> {
  @Override
  public Double convert(String value) {
    try {
      double percent = Double.parseDouble(value.strip().replaceFirst("%$", ""));
      if (value.strip().endsWith("%") && percent > 0 && percent < 100) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException(wrong(value));
    }
    throw new TypeConversionException(wrong(value));
  }

  private static String wrong(String value) {
    return "'"
        + value
        + "' is not a precision; write a percentage above 0 and below 100, such as 1%";
  }
}
