package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import java.util.List;

/**
 * The run behind a document, as its first lines quote it.
 *
 * @param command the command that repeats the run; empty if unknown
 * @param server the server; empty if unknown
 * @param client the client's CPU and JDK; empty if unknown
 */
public record Origin(String command, String server, String client, List<Figure> controls) {
  /** The origin of a document that quotes no run. */
  public static final Origin UNKNOWN = new Origin("", "", "", List.of());

  public Origin controlledBy(List<Figure> ratios) {
    return new Origin(command, server, client, ratios);
  }
}
