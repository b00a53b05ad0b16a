package dev.tlsbench.report.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * Records the machine and software of a run: everything needed to repeat it, but no host or user
 * names.
 */
public final class Inventory {
  private static final long GIT_SECONDS = 10;
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private Inventory() {}

  public static Environment take(@Nullable String server, Map<String, String> versions) {
    return take(server, versions, jvmArguments());
  }

  public static Environment take(
      @Nullable String server, Map<String, String> versions, List<String> jvmArguments) {
    return new Environment(
        Environment.SCHEMA_VERSION,
        server,
        machine(),
        jdk(jvmArguments),
        versions,
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
      // Most virtual machines have no governor.
      return null;
    }
  }

  public static List<String> jvmArguments() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream().sorted().toList();
  }

  private static Environment.Jdk jdk(List<String> arguments) {
    List<String> flags =
        arguments.stream().filter(Inventory::isOfUser).map(Inventory::withoutPath).toList();
    return new Environment.Jdk(
        Runtime.version().toString(),
        System.getProperty("java.vendor", ""),
        System.getProperty("java.vm.name", ""),
        flags);
  }

  /**
   * Returns whether a JVM's argument is a flag, and not one for the launchers' archive of classes.
   */
  static boolean isOfUser(String argument) {
    return (argument.startsWith("-X") || argument.startsWith("--"))
        && !argument.matches("-Xlog:cds\\*=off|-XX:(DumpLoadedClassList|SharedArchiveFile)=.*");
  }

  /** Reduces each path to its last name, since the rest may contain names of users and machines. */
  public static String withoutPath(String flag) {
    return flag.startsWith("--add-opens=")
        ? flag
        : flag.replaceAll("(?:[A-Za-z]:)?(?:[/\\\\][^/\\\\:;,=]*)*[/\\\\]([^/\\\\:;,=]*)", "…/$1");
  }

  /** Asks git for the commit if {@code home} is a checkout of this project. */
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
      // Other variables may contain passwords.
      describe.environment().keySet().retainAll(Set.of("PATH", "HOME"));
      Process git = describe.start();
      git.getOutputStream().close();
      if (!git.waitFor(GIT_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return Optional.empty();
      }
      String hash = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.exitValue() == 0 && !hash.isEmpty() ? Optional.of(hash) : Optional.empty();
    } catch (IOException e) {
      // git is not installed; the commit stays unknown.
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
