package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.core.InvalidSettingException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds Spark: the installation at {@code SPARK_HOME}, or the checkout's own for {@code local[N]}.
 */
final class SparkHome {
  /** Of JVMs that pass lines on beside the one that measures, and end before C2 has paid off. */
  static final String JVM_OPTION = "-XX:TieredStopAtLevel=1";

  private static final String VARIABLE = "SPARK_HOME";
  private static final Pattern CORE = Pattern.compile("spark-core_2\\.13-4\\..*\\.jar");
  private static final String WANTED = "Spark 4 for Scala 2.13";

  /** The packages that Spark's launcher opens in its JVMs (JavaModuleOptions). */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar");

  private SparkHome() {}

  /**
   * Looks for Spark.
   *
   * @param environment variables by name
   * @throws InvalidSettingException if there is no Spark, or one of another version
   */
  static void check(ClusterOptions options, Map<String, String> environment) {
    String home = environment.getOrDefault(VARIABLE, "");
    if (!home.isBlank()) {
      Path submit = submit(home);
      if (!Files.isExecutable(submit)) {
        throw new InvalidSettingException(
            VARIABLE + ": " + submit + " cannot be run; point it to an installation of Spark");
      }
      requireVersion(Path.of(home, "jars"));
    } else if (!options.isLocal() || !Files.isReadable(classPathOfCheckout())) {
      throw new InvalidSettingException(
          VARIABLE
              + ": not set; point it to an installation of "
              + WANTED
              + (options.isLocal() ? ", or use a checkout, where Maven brings it" : ""));
    }
  }

  /** Returns the command that starts the driver of a Spark that has been checked. */
  static List<String> command(ClusterOptions options, Map<String, String> environment)
      throws IOException {
    String home = environment.getOrDefault(VARIABLE, "");
    return home.isBlank() ? ofCheckout(classPathOfCheckout()) : installed(submit(home), options);
  }

  private static Path submit(String home) {
    return Path.of(home, "bin", "spark-submit");
  }

  private static Path classPathOfCheckout() {
    return codeOf(SparkHome.class).resolveSibling("spark-classpath");
  }

  private static List<String> installed(Path submit, ClusterOptions options) throws IOException {
    return List.of(
        submit.toString(),
        "--master",
        options.master(),
        "--deploy-mode",
        "client",
        "--name",
        "tlsbench",
        "--jars",
        jarOf(ClusterMessage.class),
        "--class",
        DriverMain.class.getName(),
        jarOf(SparkHome.class));
  }

  private static void requireVersion(Path jars) {
    String[] found = jars.toFile().list((folder, name) -> name.startsWith("spark-core_"));
    String core = found == null || found.length == 0 ? jars + " without spark-core" : found[0];
    if (!CORE.matcher(core).matches()) {
      throw new InvalidSettingException(
          VARIABLE + ": it has " + core + "; " + WANTED + " is needed");
    }
  }

  private static List<String> ofCheckout(Path classPath) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    command.add(JVM_OPTION);
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.add("-Dio.netty.tryReflectionSetAccessible=true");
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            codeOf(SparkHome.class).toString(),
            codeOf(ClusterMessage.class).toString(),
            Files.readString(classPath).strip()));
    command.add(DriverMain.class.getName());
    return command;
  }

  /** Returns the folder or jar of a class. */
  private static Path codeOf(Class<?> type) {
    URL location = type.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(location.toString()));
  }

  /** Returns the jar of a class; in a checkout it is packed from the folder. */
  private static String jarOf(Class<?> type) throws IOException {
    Path code = codeOf(type);
    return (Files.isDirectory(code) ? Libraries.packed(code) : code).toString();
  }
}
