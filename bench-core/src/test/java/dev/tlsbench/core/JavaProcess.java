package dev.tlsbench.core;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVMs like this one, with its class path. */
public final class JavaProcess {
  private JavaProcess() {}

  /** Prepares a JVM for a class and its arguments. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return of(List.of(), main, arguments);
  }

  /** Prepares a JVM with options of its own. */
  public static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
