package dev.tlsbench.measure.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.measure.result.Warning.Disturbed;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WarningTest {
  private static final Map<Class<?>, Object> VALUES =
      Map.of(
          String.class,
          "text",
          int.class,
          3,
          long.class,
          4321L,
          double.class,
          0.25,
          boolean.class,
          true,
          Interval.class,
          new Interval(1.2, 1.1, 1.3),
          Disturbed.class,
          new Disturbed(3, 12, 2),
          Map.class,
          Map.of("tls13", new Interval(1.2, 1.1, 1.3)));

  /** Returns one of each kind. */
  static List<Warning> all() throws ReflectiveOperationException {
    List<Warning> all = new ArrayList<>();
    for (Class<?> kind : kinds(Warning.class).toList()) {
      Constructor<?> constructor = kind.getDeclaredConstructors()[0];
      all.add(
          (Warning)
              constructor.newInstance(
                  Arrays.stream(constructor.getParameterTypes()).map(VALUES::get).toArray()));
    }
    return all;
  }

  private static Stream<Class<?>> kinds(Class<?> of) {
    return of.isSealed()
        ? Arrays.stream(of.getPermittedSubclasses()).flatMap(WarningTest::kinds)
        : Stream.of(of);
  }

  @ParameterizedTest
  @MethodSource("all")
  void hasWordsWithItsNumbers(Warning warning) {
    assertThat(Sentences.of(warning)).matches("[^{}]+").doesNotContain("  ", "null");
    for (var component : warning.getClass().getRecordComponents()) {
      if (component.getType() != boolean.class) {
        assertThat(Sentences.of(warning))
            .contains(
                Map.of(
                        "text",
                        "text",
                        3,
                        "3",
                        4321L,
                        "4,321",
                        0.25,
                        "25\u00a0%",
                        VALUES.get(Interval.class),
                        "+20",
                        VALUES.get(Disturbed.class),
                        "3 of 12 epochs were disturbed (2 by",
                        VALUES.get(Map.class),
                        "tls13 +20")
                    .get(VALUES.get(component.getType())));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void isReadAsItWasWritten(Warning warning) throws IOException {
    Point point = new Point(null, List.of(), List.of(), List.of(), null, List.of(warning));

    JsonNode written = Json.mapper().readTree(Json.bytes(point));
    String kind = warning.getClass().getSimpleName();
    assertThat(written.at("/warnings/0/kind").asText())
        .isEqualTo(kind.substring(0, 1).toLowerCase(Locale.ROOT) + kind.substring(1));
    assertThat(written.at("/warnings/0").size())
        .isEqualTo(1 + warning.getClass().getRecordComponents().length);
    assertThat(Json.mapper().treeToValue(written, Point.class)).isEqualTo(point);
  }

  @Test
  void isAbsentFromEarlierResults() throws IOException {
    Point earlier =
        Json.mapper()
            .readerFor(Point.class)
            .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .readValue("{\"value\": null, \"variants\": [], \"epochs\": [], \"windows\": []}");

    assertThat(earlier.warnings()).isEmpty();
    assertThat(earlier.control()).isNull();
  }

  @Test
  void mayBeOfAKindThatIsGone() throws IOException {
    String lost = "{\"kind\": \"roundsLost\", \"rounds\": 1, \"executors\": 2}";

    assertThat(Json.mapper().readValue(lost, Warning.class)).isEqualTo(new Warning.Former());
  }

  @Test
  void namesItsPlaceOnAnAxis() {
    List<Point> points =
        List.of(
            new Point("16", List.of(), List.of(), List.of(), null, List.of(new Warning.OneFork())),
            new Point(
                "32", List.of(), List.of(), List.of(), null, List.of(new Warning.EndedEarly())));

    assertThat(Sentences.of("threads", points, false))
        .containsExactly(
            "threads 16: One Java process measured all: figures of another one may lie outside of"
                + " these intervals.");
    assertThat(Sentences.of("threads", points, true))
        .containsExactly(
            "threads 32: The run ended early: other processes had disturbed more than half of its"
                + " planned time. Run it again when they rest; 'compare --quick' gives a rough"
                + " answer now.");
  }
}
