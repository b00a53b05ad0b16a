package dev.tlsbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The colours of charts, as people with each kind of colour blindness see them (Machado, Oliveira
 * and Fernandes 2009, severity 1), by their distance in CIELAB; 2 is just noticeable.
 */
class PaletteTest {
  private static final String DARK = "@media screen and (prefers-color-scheme: dark)";
  private static final double[][][] EYES = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {
      {0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}
    },
    {
      {0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}
    },
    {
      {1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}
    },
  };
  private static final double[][] XYZ = {
    {0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}
  };
  private static final double[] WHITE = {0.9505, 1, 1.089};

  /** Curves differ by marks, too; parts of a bar only by colour. */
  @ParameterizedTest
  @CsvSource({"false, s, 6, 20", "true, s, 6, 20", "false, c, 6, 10", "true, c, 6, 10"})
  void coloursDifferForEveryEye(boolean dark, String kind, int count, double least) {
    String style = Assets.read("report.css");
    int split = style.indexOf(DARK);
    String part = dark ? style.substring(split) : style.substring(0, split);
    List<String> colours = new ArrayList<>();
    Matcher found = Pattern.compile("--" + kind + "\\d: (#[0-9a-f]{6});").matcher(part);
    while (found.find() && colours.size() < count) {
      colours.add(found.group(1));
    }

    assertThat(colours).hasSize(count);
    for (double[][] eye : EYES) {
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(distance(lab(colours.get(i), eye), lab(colours.get(j), eye)))
              .as("%s and %s", colours.get(j), colours.get(i))
              .isGreaterThan(least);
        }
      }
    }
  }

  private static double distance(double[] first, double[] second) {
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += Math.pow(first[i] - second[i], 2);
    }
    return Math.sqrt(sum);
  }

  private static double[] lab(String colour, double[][] eye) {
    double[] linear = new double[3];
    for (int i = 0; i < 3; i++) {
      double value = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      linear[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    double[] seen = times(eye, linear);
    for (int i = 0; i < 3; i++) {
      seen[i] = Math.min(1, Math.max(0, seen[i]));
    }
    double[] f = times(XYZ, seen);
    for (int i = 0; i < 3; i++) {
      double part = f[i] / WHITE[i];
      f[i] = part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16.0 / 116;
    }
    return new double[] {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
  }

  private static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        product[i] += matrix[i][j] * vector[j];
      }
    }
    return product;
  }
}
