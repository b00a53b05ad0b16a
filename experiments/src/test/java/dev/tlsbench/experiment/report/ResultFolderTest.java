package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.UnusableFolderException;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result's files appear together or not at all. */
class ResultFolderTest {
  private static final Instant STARTED = Instant.parse("2026-11-21T10:15:00Z");

  @TempDir private Path parent;

  private final SampleResult sample =
      SampleResult.tls13(0.959, 0.006).variant("my, own", 0.9, 0.01);

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void holdsEveryFileOfAResult() throws IOException {
    try (ResultFolder folder = ResultFolder.create(parent, "compare", STARTED)) {
      sample.outcome().write(folder);
    }

    Path folder = parent.resolve("20261121T101500Z-compare");
    assertThat(names(folder))
        .containsExactly(
            "environment.json", "latency.hlog", "report.html", "report.md", "result.json");
    assertThat(folder.resolve("result.json")).hasBinaryContent(Json.bytes(sample.build()));
  }

  @Test
  void theLogHoldsTheHistogramsUnderATagForEachVariant() throws IOException {
    try (ResultFolder folder = ResultFolder.create(parent, "compare", STARTED)) {
      sample.outcome().write(folder);

      List<String> tags = new ArrayList<>();
      try (HistogramLogReader log =
          new HistogramLogReader(folder.path().resolve("latency.hlog").toFile())) {
        while (log.hasNext()) {
          EncodableHistogram read = log.nextIntervalHistogram();
          tags.add(read.getTag());
          if ("tls13".equals(read.getTag())) {
            assertThat((Histogram) read).isEqualTo(sample.histograms().get("tls13"));
          }
        }
      }
      assertThat(tags).containsExactly("plain", "control", "tls13", "my__own");
    }
  }

  @Test
  void aSecondRunOfTheSameSecondGetsAFolderOfItsOwn() throws IOException {
    try (ResultFolder first = ResultFolder.create(parent, "compare", STARTED);
        ResultFolder second = ResultFolder.create(parent, "compare", STARTED)) {
      assertThat(second.path()).isNotEqualTo(first.path()).isDirectory();
    }
  }

  @Test
  void aRunThatWroteNothingLeavesNoFolder() throws IOException {
    try (ResultFolder folder = ResultFolder.create(parent.resolve("a/b"), "compare", STARTED)) {
      assertThat(folder.path()).isDirectory();
    }

    assertThat(parent).isEmptyDirectory();
  }

  /**
   * Each removes the parent when it is empty, and takes the name that the other one has seen free.
   */
  @Test
  void runsAtTheSameTimeDoNotDisturbEachOther() {
    Path shared = parent.resolve("results");
    long own =
        IntStream.range(0, 2_000)
            .parallel()
            .filter(
                run -> {
                  try (ResultFolder folder = ResultFolder.create(shared, "compare", STARTED)) {
                    return Files.isDirectory(folder.path());
                  }
                })
            .count();

    assertThat(own).isEqualTo(2_000);
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsToldBeforeTheRun() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> ResultFolder.create(file, "compare", STARTED))
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageStartingWith("--output: ")
        .hasMessageContaining(file.toString());
    assertThat(names(parent)).containsExactly("file");
  }

  @Test
  void aFailureInTheMiddleLeavesNothing() throws IOException {
    try (ResultFolder folder = ResultFolder.create(parent, "compare", STARTED)) {
      // No file can take the name of a folder that is in use; the ones before it were written.
      Path inTheWay = folder.path().resolve("report.md/in-use");
      Files.createDirectories(inTheWay);

      assertThatThrownBy(() -> sample.outcome().write(folder))
          .isInstanceOf(UnusableFolderException.class)
          .hasMessageContaining("nothing was left there");

      assertThat(names(folder.path())).containsExactly("report.md");
    }
  }

  @Test
  void versionsAreThoseThatMavenResolved() {
    assertThat(Outcome.versions())
        .containsKeys("tlsbench", "mongodb-driver")
        .allSatisfy((name, version) -> assertThat(version).doesNotContain("$"));
  }
}
