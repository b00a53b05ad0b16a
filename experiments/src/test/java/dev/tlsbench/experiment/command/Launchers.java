package dev.tlsbench.experiment.command;

import dev.tlsbench.ycsb.ClientProcess;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * {@code bin/tlsbench} and {@code bin/ycsb} as they are in the tarball, with the classes of this
 * build.
 */
final class Launchers {
  private final Path home;

  private Launchers(Path home) {
    this.home = home;
  }

  /** Creates a home of tlsbench. */
  static Launchers unpack(Path home) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    for (String name : List.of("ycsb", "tlsbench", "launcher.sh")) {
      Files.copy(Path.of("..", "bin", name), home.resolve("bin").resolve(name));
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
    Files.createDirectories(home.resolve("lib"));
    try (OutputStream file = Files.newOutputStream(home.resolve("lib").resolve("tlsbench.jar"))) {
      new JarOutputStream(file, manifest).close();
    }
    return new Launchers(home);
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(path -> Path.of(path).toUri().toString())
        .collect(Collectors.joining(" "));
  }

  /** Prepares a command, its temporary files and the data of its embedded servers in one folder. */
  ProcessBuilder prepare(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("/bin/sh"));
    all.add(home.resolve("bin").resolve(command.get(0)).toString());
    all.addAll(command.subList(1, command.size()));
    ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile());
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .put(
            "JAVA_OPTS",
            String.join(
                " ",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                ClientProcess.embeddedServers()));
    builder.environment().put("TLSBENCH_DATA", folder.resolve("data").toString());
    builder.environment().putAll(environment);
    return builder;
  }

  /** Runs a command to its end. */
  CommandRun run(Path folder, Map<String, String> environment, String input, String... command)
      throws IOException, InterruptedException {
    Path in = Files.writeString(Files.createTempFile(folder, "in", ".txt"), input);
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        prepare(folder, environment, List.of(command))
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException("no end after two minutes: " + Files.readString(err));
    }
    return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
