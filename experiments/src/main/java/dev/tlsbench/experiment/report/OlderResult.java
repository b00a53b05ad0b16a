package dev.tlsbench.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A {@code result.json} of the same schema version that was written before a field was added. */
final class OlderResult {
  private OlderResult() {}

  /** Adds what is missing as what it was then: not known, or none. */
  static void complete(JsonNode result) {
    if (result instanceof ObjectNode fields && !fields.has("leftOut")) {
      fields.putArray("leftOut");
    }
    for (JsonNode point : result.path("points")) {
      for (JsonNode variant : point.path("variants")) {
        if (variant instanceof ObjectNode fields) {
          addCounts(fields);
        }
      }
    }
  }

  private static void addCounts(ObjectNode variant) {
    if (!variant.has("ignoredErrors")) {
      variant.put("ignoredErrors", 0);
    }
    for (String name : new String[] {"rowsPerSecond", "serverCpuPercent", "serverMemoryBytes"}) {
      if (!variant.has(name)) {
        variant.putNull(name);
      }
    }
  }
}
