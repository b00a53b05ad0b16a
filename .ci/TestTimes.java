import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints the ten slowest test classes and each module's share of the time, from Surefire's reports. */
public final class TestTimes {
  private static final Pattern SUITE = Pattern.compile("<testsuite [^>]* name=\"([^\"]+)\" time=\"([0-9.,]+)\"");

  private final List<TestClass> classes = new ArrayList<>();

  private record TestClass(String module, String name, double seconds) {}

  /** Usage: java .ci/TestTimes.java REPORTS, the name of a folder in the modules' target folders. */
  public static void main(String[] arguments) throws IOException {
    new TestTimes(Path.of("."), arguments[0], Instant.EPOCH).print();
  }

  /** Prints, when this JVM ends, from the reports that are written until then. */
  public static void printAtTheEnd(File root, String reports) {
    Instant start = Instant.now();
    Runnable print =
        () -> {
          try {
            new TestTimes(root.toPath(), reports, start).print();
          } catch (IOException e) {
            System.err.println("times of the tests: " + e);
          }
        };
    Runtime.getRuntime().addShutdownHook(new Thread(print));
  }

  private TestTimes(Path root, String reports, Instant start) throws IOException {
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(root, Files::isDirectory)) {
      for (Path module : modules) {
        Path folder = module.resolve("target").resolve(reports);
        if (Files.isDirectory(folder)) {
          read(module.getFileName().toString(), folder, start);
        }
      }
    }
  }

  private void read(String module, Path folder, Instant start) throws IOException {
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
      for (Path report : reports) {
        Matcher suite = SUITE.matcher(Files.readString(report));
        if (!Files.getLastModifiedTime(report).toInstant().isBefore(start) && suite.find()) {
          double seconds = Double.parseDouble(suite.group(2).replace(",", ""));
          classes.add(new TestClass(module, suite.group(1), seconds));
        }
      }
    }
  }

  private void print() {
    if (classes.isEmpty()) {
      return;
    }
    classes.sort(Comparator.comparingDouble(TestClass::seconds).reversed());
    System.out.printf("%nThe slowest of %d test classes:%n", classes.size());
    for (TestClass slow : classes.subList(0, Math.min(10, classes.size()))) {
      System.out.printf("%8.1f s  %s, %s%n", slow.seconds, slow.module, slow.name);
    }
    Map<String, Double> modules = new TreeMap<>();
    classes.forEach(one -> modules.merge(one.module, one.seconds, Double::sum));
    double all = modules.values().stream().mapToDouble(Double::doubleValue).sum();
    System.out.println("Seconds of all test classes, some of which run at the same time:");
    modules.forEach(
        (module, seconds) ->
            System.out.printf("%8.1f s  %3.0f %%  %s%n", seconds, 100 * seconds / all, module));
  }
}
