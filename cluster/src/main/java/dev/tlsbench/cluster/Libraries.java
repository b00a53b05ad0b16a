package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.database.Embedded;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The jars of this process that parts need. */
final class Libraries {
  private static final String CLASS_PATH = "java.class.path";

  /** Embedded servers and Spark's own jars, which executors do not need from here. */
  private static final List<String> LEFT_OUT =
      Stream.concat(Embedded.libraries(), Stream.of("spark-", "scala-")).toList();

  private Libraries() {}

  /** Returns the class path for executors on this machine, or else files to send to each. */
  static List<String> of(ClusterOptions options) throws IOException {
    String own = System.getProperty(CLASS_PATH);
    if (options.isLocal()) {
      return List.of(own);
    }
    List<String> files = new ArrayList<>();
    for (Path path : entries(own)) {
      String name = String.valueOf(path.getFileName());
      if (Files.isDirectory(path)) {
        files.add(packed(path).toString());
      } else if (Files.isReadable(path) && LEFT_OUT.stream().noneMatch(name::startsWith)) {
        files.add(path.toString());
      }
    }
    return files;
  }

  /** Returns the entries of a class path, and those that the manifests of its jars name. */
  static Set<Path> entries(String classPath) throws IOException {
    Set<Path> entries = new LinkedHashSet<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      entries.add(path);
      if (entry.endsWith(".jar") && Files.isReadable(path)) {
        try (JarFile jar = new JarFile(path.toFile())) {
          Manifest manifest = jar.getManifest();
          String more =
              manifest == null
                  ? null
                  : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
          for (String name : more == null ? new String[0] : more.strip().split(" +", -1)) {
            entries.add(path.resolveSibling(name));
          }
        }
      }
    }
    return entries;
  }

  /** Packs a folder of classes into a jar, which is deleted when this process ends. */
  static Path packed(Path folder) throws IOException {
    Path jar = Files.createTempFile("tlsbench-classes-", ".jar");
    jar.toFile().deleteOnExit();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(
            new ZipEntry(folder.relativize(one).toString().replace(File.separatorChar, '/')));
        Files.copy(one, out);
        out.closeEntry();
      }
    }
    return jar;
  }
}
