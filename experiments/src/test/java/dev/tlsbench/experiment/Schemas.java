package dev.tlsbench.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The schemas that are published in {@code docs/schema}. */
public final class Schemas {
  private Schemas() {}

  /**
   * Returns the violations of a schema by a document.
   *
   * @param schema the name of its file
   */
  public static Set<ValidationMessage> violations(JsonNode document, String schema)
      throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../docs/schema").resolve(schema)))
        .validate(
            document, context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
  }
}
