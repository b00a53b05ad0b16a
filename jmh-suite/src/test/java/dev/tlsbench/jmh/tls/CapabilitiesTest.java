package dev.tlsbench.jmh.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tlsbench.core.tls.TlsProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tries every feature that {@link Capabilities} declares as present or absent, in separate JVMs,
 * and compares {@code docs/reference/capabilities.md} with the outcomes. {@code
 * -Dcapabilities.write=true} writes the chapter of the running JDK.
 */
@Tag("full")
class CapabilitiesTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "capabilities.md");
  private static final String CHAPTER = "## Java ";

  /** By chapter, name and provider. */
  private static final Map<String, String> OUTCOMES = new TreeMap<>();

  @BeforeAll
  static void tryAll() throws IOException, InterruptedException {
    for (String jvm : Feature.jvms()) {
      for (String line : linesOf(jvm)) {
        int end = line.lastIndexOf('\t');
        OUTCOMES.put(line.substring(0, end), line.substring(end + 1));
      }
    }
  }

  private static List<String> linesOf(String jvm) throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FeatureTrials.class.getName(),
                jvm)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().filter(line -> line.chars().filter(c -> c == '\t').count() == 3).toList();
  }

  private static String outcome(Feature feature, TlsProvider provider) {
    String key = String.join("\t", feature.chapter().name(), feature.name(), provider.id());
    String outcome = OUTCOMES.get(key);
    assertThat(outcome).as("%s was tried", key).isNotNull();
    return String.valueOf(outcome);
  }

  @Test
  void declaredFeaturesWorkAndDeclaredGapsDoNot() {
    List<String> wrong = new ArrayList<>();
    for (Feature feature : Feature.all()) {
      for (TlsProvider provider : TlsProvider.values()) {
        String outcome = outcome(feature, provider);
        boolean works = outcome.equals(FeatureTrials.WORKS);
        String declared = feature.declaredAbsence(provider).orElse(FeatureTrials.WORKS);
        if (works != declared.equals(FeatureTrials.WORKS)) {
          wrong.add(
              feature.chapter()
                  + " "
                  + feature.name()
                  + " with "
                  + provider.id()
                  + ": declared is '"
                  + declared
                  + "', tried: "
                  + outcome);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void thePageShowsTheOutcomes() throws IOException {
    String title = CHAPTER + Runtime.version().feature() + "\n";
    String page = Files.readString(PAGE);
    int start = page.indexOf(title);
    assumeThat(start).as("the page has a chapter on this JDK").isNotNegative();
    int next = page.indexOf("\n" + CHAPTER, start + 1);
    int end = next < 0 ? page.length() : next + 1;
    String written = page.substring(start + title.length(), end);
    if (Boolean.getBoolean("capabilities.write")) {
      Files.writeString(
          PAGE, page.substring(0, start + title.length()) + tables() + page.substring(end));
    } else {
      assertThat(written)
          .as("docs/reference/capabilities.md, Java " + Runtime.version().feature())
          .isEqualTo(tables());
    }
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    for (Feature.Chapter chapter : Feature.Chapter.values()) {
      text.append("\n### ").append(chapter.title).append("\n\n");
      text.append(row("", Feature.providers().stream().map(TlsProvider::id).toList()));
      text.append("|---|---|---|---|---|\n");
      Feature.all().stream()
          .filter(feature -> feature.chapter() == chapter)
          .forEach(feature -> text.append(row(feature.name(), cells(feature))));
    }
    return text.append("\n").toString();
  }

  private static List<String> cells(Feature feature) {
    return Feature.providers().stream().map(provider -> cell(feature, provider)).toList();
  }

  private static String cell(Feature feature, TlsProvider provider) {
    return outcome(feature, provider).equals(FeatureTrials.WORKS)
        ? "yes"
        : feature.declaredAbsence(provider).map(CapabilitiesTest::brief).orElse("fails");
  }

  private static String brief(String absence) {
    return absence.replaceFirst(":.*", "");
  }

  private static String row(String name, List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| " + name + " | ", " |\n"));
  }
}
