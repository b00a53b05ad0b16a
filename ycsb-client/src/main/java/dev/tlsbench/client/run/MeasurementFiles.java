package dev.tlsbench.client.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The files of YCSB's measurements, which it writes through streams that hide errors. */
final class MeasurementFiles {
  private MeasurementFiles() {}

  /** Returns a line for each file whose last line is missing or has no end, after a run. */
  static List<String> problems(Properties properties) throws IOException {
    String type = properties.getProperty("measurementtype", "");
    List<Path> files = new ArrayList<>();
    String raw = properties.getProperty("measurement.raw.output_file", "");
    if (type.contains("raw") && !raw.isEmpty()) {
      files.add(Path.of(raw));
    }
    if (type.contains("hdrhistogram")
        && Boolean.parseBoolean(properties.getProperty("hdrhistogram.fileoutput"))) {
      // The name of an operation completes the path.
      Path path = Path.of(properties.getProperty("hdrhistogram.output.path", "") + "*.hdr");
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(
              path.toAbsolutePath().getParent(), String.valueOf(path.getFileName()))) {
        found.forEach(files::add);
      }
    }
    List<String> problems = new ArrayList<>();
    for (Path file : files) {
      if (!endsWithALine(file)) {
        problems.add(file + " is not complete; look for space on its disk");
      }
    }
    return problems;
  }

  private static boolean endsWithALine(Path file) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "r")) {
      long length = opened.length();
      if (length == 0) {
        return false;
      }
      opened.seek(length - 1);
      return opened.read() == '\n';
    }
  }
}
