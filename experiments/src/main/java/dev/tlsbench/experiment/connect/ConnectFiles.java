package dev.tlsbench.experiment.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run is to write. Whether they can be written is found out before the run; each
 * then appears whole or not at all.
 */
public final class ConnectFiles {
  private final @Nullable Path json;
  private final @Nullable Path output;
  private final @Nullable Path logs;

  /**
   * Makes folders and tries to write to them.
   *
   * @param json the file for {@code connect.json}; {@code null} for none
   * @param output the folder for {@code connect.json} and {@code connect.txt}; {@code null} for
   *     none
   * @param logs the folder for the log files of the ApsaraDB script; {@code null} for none
   * @throws InvalidSettingException if a folder cannot be made or written to
   */
  public ConnectFiles(@Nullable Path json, @Nullable Path output, @Nullable Path logs) {
    this.json = json;
    this.output = output;
    this.logs = logs;
    if (json != null) {
      if (Files.isDirectory(json)) {
        throw new InvalidSettingException("--json: " + json + " is a folder; name a file in it");
      }
      check("--json", folderOf(json));
    }
    if (output != null) {
      check("--output", output);
    }
    if (logs != null) {
      check("--apsaradb-logs", logs);
    }
  }

  private static Path folderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file.toAbsolutePath() : folder;
  }

  private static void check(String option, Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".tlsbench", ".tmp"));
    } catch (IOException e) {
      throw new InvalidSettingException(
          option + ": nothing can be written to the folder " + folder + "; name another", e);
    }
  }

  /**
   * Writes the files that were asked for.
   *
   * @param outcome what the run ended with
   * @throws IOException if one cannot be written; those before it stay
   */
  public void write(ConnectOutcome outcome) throws IOException {
    String figures = toJson(outcome.result());
    Map<Path, String> files = new LinkedHashMap<>();
    if (json != null) {
      files.put(json.toAbsolutePath(), figures);
    }
    if (output != null) {
      files.put(output.resolve("connect.json"), figures);
      files.put(output.resolve("connect.txt"), ConnectText.of(outcome.result()));
    }
    if (logs != null) {
      outcome.apsaraDbLogs().files().forEach((name, text) -> files.put(logs.resolve(name), text));
    }
    for (Map.Entry<Path, String> file : files.entrySet()) {
      write(file.getKey(), file.getValue());
    }
  }

  /** The result as {@code connect.json} has it. */
  static String toJson(ConnectResult result) throws JsonProcessingException {
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result)
        + "\n";
  }

  private static void write(Path file, String text) throws IOException {
    // Not a temporary file of the JDK's, which nobody else may read.
    Path part = folderOf(file).resolve("." + file.getFileName() + ".part");
    try {
      Files.write(part, text.getBytes(StandardCharsets.UTF_8));
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
