package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.result.Environment;
import dev.tlsbench.experiment.result.Gaps;
import dev.tlsbench.experiment.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A result with the name of its folder.
 *
 * @param name of the folder, by which several results are told apart
 * @param result what was found
 * @param environment on what; {@code null} if the folder has no {@code environment.json}
 */
public record Saved(String name, Result result, @Nullable Environment environment) {
  static final String RESULT = "result.json";
  static final String ENVIRONMENT = "environment.json";

  /** Twice what is kept free for all files of a run. */
  private static final int MEBIBYTES = 64;

  /**
   * Reads a result folder.
   *
   * @param folder one that tlsbench wrote
   * @return what is in it
   * @throws InvalidSettingException if it has no {@code result.json}, or one that this version does
   *     not read
   */
  public static Saved read(Path folder) {
    Path file = folder.resolve(RESULT);
    if (!Files.isRegularFile(file)) {
      throw new InvalidSettingException(
          folder + ": has no " + RESULT + "; name a folder that a run of tlsbench has written");
    }
    Path environment = folder.resolve(ENVIRONMENT);
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return new Saved(
        name == null ? "/" : name.toString(),
        read(file, Result.class),
        Files.isRegularFile(environment) ? read(environment, Environment.class) : null);
  }

  private static <T extends Record> T read(Path file, Class<T> type) {
    try {
      byte[] content = BoundedFile.bytes(file + ":", file, MEBIBYTES, "what tlsbench writes");
      JsonNode tree = ResultJson.mapper().readTree(content);
      int version = tree.path("schemaVersion").asInt();
      if (version != Result.SCHEMA_VERSION) {
        throw new InvalidSettingException(
            file
                + ": has "
                + (version == 0 ? "no schemaVersion" : "schemaVersion " + version)
                + ", and this tlsbench reads "
                + Result.SCHEMA_VERSION
                + "; use the version of tlsbench that wrote it");
      }
      if (type.equals(Result.class)) {
        OlderResult.complete(tree);
      }
      T read = ResultJson.mapper().treeToValue(tree, type);
      Optional<String> gap = Gaps.first(read);
      if (gap.isPresent()) {
        throw damaged(file, gap.get() + " is null", null);
      }
      return read;
    } catch (JsonProcessingException e) {
      throw damaged(file, e.getOriginalMessage().lines().findFirst().orElse("not JSON"), e);
    } catch (IOException e) {
      throw new InvalidSettingException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private static InvalidSettingException damaged(
      Path file, String what, @Nullable Exception cause) {
    String message =
        file + ": is not what tlsbench writes (" + what + "); take it from the run again";
    return cause == null
        ? new InvalidSettingException(message)
        : new InvalidSettingException(message, cause);
  }
}
