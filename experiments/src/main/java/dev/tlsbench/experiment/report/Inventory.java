package dev.tlsbench.experiment.report;

import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.experiment.result.Environment;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.ServerFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * Takes down what a run is made on: what someone needs to repeat it, and nothing of whose it is.
 */
public final class Inventory {
  private static final long GIT_SECONDS = 10;
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private Inventory() {}

  /**
   * Looks at this machine and this JVM.
   *
   * @param server what the run was against
   * @return machine, JVM, versions and commit; no host name, no user, no path
   */
  public static Environment take(ServerFacts server) {
    return new Environment(
        Result.SCHEMA_VERSION,
        server.product() + " " + server.version(),
        machine(),
        jdk(),
        versions(),
        commit(System.getProperty("tlsbench.home")).orElse(null));
  }

  private static Environment.Machine machine() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    OperatingSystemMXBean bean = ManagementFactory.getOperatingSystemMXBean();
    return new Environment.Machine(
        hardware.getProcessor().getProcessorIdentifier().getName(),
        Runtime.getRuntime().availableProcessors(),
        hardware.getMemory().getTotal(),
        system.getOperatingSystem().toString(),
        bean.getName() + " " + bean.getVersion(),
        governor(),
        bean.getSystemLoadAverage() < 0 ? null : bean.getSystemLoadAverage());
  }

  private static @Nullable String governor() {
    try {
      return Files.readString(GOVERNOR).strip();
    } catch (IOException | UncheckedIOException e) {
      // Most virtual machines have none.
      return null;
    }
  }

  private static Environment.Jdk jdk() {
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
            .map(Inventory::withoutPath)
            .sorted()
            .toList();
    return new Environment.Jdk(
        Runtime.version().toString(),
        System.getProperty("java.vendor", ""),
        System.getProperty("java.vm.name", ""),
        flags);
  }

  /** Leaves the last name of a path: what is before it tells of users and their machines. */
  static String withoutPath(String flag) {
    return flag.replaceAll("(?:[A-Za-z]:)?(?:[/\\\\][^/\\\\:;,=]*)*[/\\\\]([^/\\\\:;,=]*)", "…/$1");
  }

  /**
   * Returns the versions of tlsbench and of the libraries that it measures, as Maven resolved them
   * at build time. SunJSSE is not among them: it has the version of the JDK.
   *
   * @return versions by name, sorted; {@code tlsbench} is this project
   */
  public static Map<String, String> versions() {
    Properties properties = new Properties();
    try (InputStream bytes = Inventory.class.getResourceAsStream("versions.properties")) {
      if (bytes == null) {
        throw new IllegalStateException("versions.properties is missing from the class path");
      }
      properties.load(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read versions.properties", e);
    }
    Map<String, String> versions = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> versions.put(n, properties.getProperty(n, "")));
    return versions;
  }

  /** Asks git, if the launcher says that it was started in a checkout of this project. */
  static Optional<String> commit(@Nullable String home) {
    if (home == null || !Files.exists(Path.of(home, ".git"))) {
      return Optional.empty();
    }
    try {
      ProcessBuilder describe =
          new ProcessBuilder(
                  "git",
                  "-C",
                  home,
                  "describe",
                  "--always",
                  "--dirty",
                  "--abbrev=40",
                  "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      GivenProperties.removeFrom(describe.environment());
      Process git = describe.start();
      git.getOutputStream().close();
      if (!git.waitFor(GIT_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return Optional.empty();
      }
      String hash = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.exitValue() == 0 && !hash.isEmpty() ? Optional.of(hash) : Optional.empty();
    } catch (IOException e) {
      // No git here: then the result does not say which commit it was.
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
