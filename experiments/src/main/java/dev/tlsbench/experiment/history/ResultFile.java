package dev.tlsbench.experiment.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The result of a folder, for commands that work with earlier results. Its files may be compressed
 * by gzip, under their names with {@code .gz}.
 *
 * @param subject the beginning of messages, such as {@code --from results/x}
 */
public record ResultFile(String subject, Path folder, JsonNode tree) {
  private static final int MEBIBYTES = 256;

  /**
   * Reads a result.
   *
   * @throws InvalidSettingException if the folder has no {@code result.json} that can be read
   */
  public static ResultFile open(String subject, Path folder) {
    return new ResultFile(subject, folder, tree(subject, folder.resolve("result.json")));
  }

  public String name() {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    return last == null ? "/" : last.toString();
  }

  /** Returns the command that made the result, such as {@code compare}; empty if it has none. */
  public String command() {
    return tree.path("experiment").asText();
  }

  private RunRecord run() {
    return convert(tree.path("run"), RunRecord.class);
  }

  public boolean isUsable() {
    return ExitCode.isUsable(run().exitCode());
  }

  public RunRecord usableRun() {
    RunRecord run = run();
    if (!isUsable()) {
      throw new InvalidSettingException(
          subject
              + ": its result must not be used ("
              + (run.problems().isEmpty() ? "exit code " + run.exitCode() : run.problems().get(0))
              + "); measure again");
    }
    return run;
  }

  /** Returns the content of {@code environment.json} as a record. */
  public Environment machine() {
    JsonNode content = tree(subject, folder.resolve("environment.json"));
    requireVersion(content, Environment.SCHEMA_VERSION, Environment.SCHEMA_VERSION);
    return convert(content, Environment.class);
  }

  /**
   * Returns the result as a record.
   *
   * @throws InvalidSettingException if it lacks a required field
   */
  public <T extends Record> T as(Class<T> type) {
    return convert(tree, type);
  }

  public void requireVersion(int oldest, int newest) {
    requireVersion(tree, oldest, newest);
  }

  private void requireVersion(JsonNode content, int oldest, int newest) {
    int found = content.path("schemaVersion").asInt();
    if (found < oldest || found > newest) {
      throw other("schemaVersion " + found + " instead of " + newest);
    }
  }

  private <T extends Record> T convert(JsonNode content, Class<T> type) {
    try {
      return Json.read(content, type);
    } catch (IOException e) {
      throw other(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Reads the result of a comparison.
   *
   * @throws InvalidSettingException if it is a quick answer, or of another version
   */
  public Result comparison() {
    Result result = as(Result.class);
    if (result.wasQuick()) {
      throw new InvalidSettingException(
          subject + ": a quick answer, too rough to be used further; measure without --quick");
    }
    return result;
  }

  /** Describes a result of another version. */
  public InvalidSettingException other(String why) {
    return new InvalidSettingException(
        subject + ": not a result of this version of tlsbench (" + why + "); measure again");
  }

  private static JsonNode tree(String subject, Path file) {
    Path packed = Path.of(file + ".gz");
    boolean isPacked = !Files.isRegularFile(file) && Files.isRegularFile(packed);
    if (!isPacked && !Files.isRegularFile(file)) {
      throw new InvalidSettingException(
          "%s: has no %s%s"
              .formatted(
                  subject,
                  file.getFileName(),
                  Files.exists(file.resolveSibling("document.json"))
                      ? " beside its document.json, of which earlier versions made pages; use such a"
                          + " version, or measure again"
                      : "; name a folder that a run of tlsbench has written"));
    }
    try {
      byte[] bytes = BoundedFile.bytes(subject, isPacked ? packed : file, MEBIBYTES, "a result");
      return Json.mapper().readTree(isPacked ? unpacked(subject, bytes) : bytes);
    } catch (IOException e) {
      throw new InvalidSettingException(
          "%s: %s%s; restore it, or measure again"
              .formatted(
                  subject,
                  file.getFileName(),
                  e instanceof JsonProcessingException
                      ? " is cut off or damaged"
                      : " cannot be read (" + e.getClass().getSimpleName() + ")"),
          e);
    }
  }

  private static byte[] unpacked(String subject, byte[] packed) throws IOException {
    int longest = MEBIBYTES << 20;
    try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] bytes = content.readNBytes(longest + 1);
      if (bytes.length > longest) {
        throw new InvalidSettingException(
            subject + " unpacks to more than " + MEBIBYTES + " MiB, too long for a result");
      }
      return bytes;
    }
  }
}
