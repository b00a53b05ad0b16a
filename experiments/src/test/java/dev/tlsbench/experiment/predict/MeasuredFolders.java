package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Result folders of measurements of a system whose costs are known. */
public final class MeasuredFolders {
  private MeasuredFolders() {}

  public static Path comparison(Path folder, String server) throws IOException {
    return write(folder, server, new KnownCosts().comparison(true, 100, 4_096, 32_768));
  }

  public static Path connections(Path folder, String server) throws IOException {
    return write(folder, server, new KnownCosts().connections(0, true));
  }

  private static Path write(Path folder, String server, Record result) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("result.json"), Json.bytes(result));
    Files.write(
        folder.resolve("environment.json"),
        Json.bytes(Map.of("server", server, "jdk", Map.of("version", "17.0.15+6"))));
    return folder;
  }
}
