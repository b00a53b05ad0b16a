package dev.tlsbench.report.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.UnusableFolderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class JUnitFileTest {
  @TempDir private Path directory;

  private static RunRecord run(List<String> problems, LimitCheck... checks) {
    return RunRecord.of(
            "bin/tlsbench compare",
            Instant.EPOCH,
            Duration.ofMillis(61_500),
            true,
            problems,
            List.of())
        .limitedBy(List.of(checks));
  }

  private Element written(RunRecord run) throws Exception {
    Path file = directory.resolve("junit.xml");
    JUnitFile.create(file, "tlsbench compare").write(run);
    return root(file);
  }

  private static Element root(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  @Test
  void hasTestCasesForTheResultAndEachLimit() throws Exception {
    Element suite =
        written(
            run(
                List.of(),
                new LimitCheck("a > 1", Outcome.HOLDS, "a is 0.9."),
                new LimitCheck("b > 1 & <\u0007>", Outcome.BROKEN, "b is 1.2."),
                new LimitCheck("c > 1", Outcome.UNDECIDED, "c was not measured.")));

    assertThat(suite.getAttribute("tests")).isEqualTo("4");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("time")).isEqualTo("61.500");
    Element broken = (Element) suite.getElementsByTagName("testcase").item(2);
    assertThat(broken.getAttribute("name")).isEqualTo("b > 1 & <\\u0007>");
    Element failure = (Element) broken.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("b is 1.2.");
  }

  @Test
  void hasAnErrorIfTheResultMustNotBeUsed() throws Exception {
    Element suite = written(run(List.of("The control is off.", "It was busy.")));

    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getElementsByTagName("error").item(0).getTextContent())
        .isEqualTo("The control is off.\nIt was busy.");
  }

  @Test
  void hasAnErrorUntilTheRunEnds() throws Exception {
    Path file = directory.resolve("junit.xml");
    JUnitFile.create(file, "tlsbench compare").write(run(List.of()));
    assertThat(root(file).getAttribute("errors")).isEqualTo("0");

    JUnitFile.create(file, "tlsbench compare");

    assertThat(root(file).getAttribute("errors")).isEqualTo("1");
  }

  @Test
  void refusesAFileThatCannotBeWritten() throws Exception {
    Path missing = directory.resolve("missing").resolve("junit.xml");

    assertThatThrownBy(() -> JUnitFile.create(missing, "tlsbench compare"))
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageContaining("--junit");
    assertThat(Files.exists(missing)).isFalse();
  }
}
