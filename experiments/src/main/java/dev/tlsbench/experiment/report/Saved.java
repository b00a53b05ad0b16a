package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.result.Environment;
import dev.tlsbench.experiment.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static <T> T read(Path file, Class<T> type) {
    try {
      JsonNode tree = ResultJson.mapper().readTree(file.toFile());
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
      return ResultJson.mapper().treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(
          file
              + ": is not what tlsbench writes ("
              + e.getOriginalMessage().lines().findFirst().orElse("not JSON")
              + "); take it from the run again",
          e);
    } catch (IOException e) {
      throw new InvalidSettingException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }
}
