package dev.tlsbench.client.properties;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import site.ycsb.Client;
import site.ycsb.CommandLine;
import site.ycsb.DB;
import site.ycsb.DBWrapper;
import site.ycsb.workloads.CoreWorkload;

/** The names and defaults of the properties of YCSB's core, taken from its constants. */
final class YcsbConstants {
  private static final String DEFAULT = "_DE(FA|AF)ULT";

  private YcsbConstants() {}

  /** Returns the names, each with its default value, which is empty if no constant has it. */
  static Map<String, String> defaults() throws IOException, ReflectiveOperationException {
    Map<String, String> defaults = new TreeMap<>();
    for (Class<?> type : classes()) {
      Map<String, String> constants = new TreeMap<>();
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          field.setAccessible(true);
          String constant = field.getName().replace("_PROPERTY", "").replaceFirst(DEFAULT, "~");
          constants.put(constant, (String) field.get(null));
        }
      }
      constants.forEach(
          (constant, value) -> {
            if (!constant.contains("~")
                && !constant.startsWith("DEFAULT_")
                && value.matches("[a-z][a-z_.]*[a-z]")) {
              defaults.merge(
                  value, constants.getOrDefault(constant + "~", ""), (a, b) -> a.isEmpty() ? b : a);
            }
          });
    }
    // These are no constants.
    defaults.put("status.interval", "10");
    defaults.put("hdrhistogram.fileoutput", "false");
    defaults.put("hdrhistogram.output.path", "");
    return defaults;
  }

  /** Without YCSB's shell and databases, which this client has others for, and other workloads. */
  private static List<Class<?>> classes() throws IOException, ReflectiveOperationException {
    String core = Client.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (JarFile jar = new JarFile(Path.of(core).toFile())) {
      List<String> names =
          jar.stream()
              .map(JarEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .map(name -> name.replace('/', '.').replaceFirst("\\.class$", ""))
              .toList();
      List<Class<?>> classes = new ArrayList<>();
      for (String name : names) {
        Class<?> type = Class.forName(name, false, Client.class.getClassLoader());
        boolean other =
            type != CoreWorkload.class && type.getPackage() == CoreWorkload.class.getPackage();
        if (type == DBWrapper.class
            || !(DB.class.isAssignableFrom(type) || type == CommandLine.class || other)) {
          classes.add(type);
        }
      }
      return classes;
    }
  }
}
