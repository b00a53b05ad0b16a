package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prediction, as the content of {@code result.json}.
 *
 * @param costs of plain text, and what each variant adds; other predictions can be made from them
 */
public record PredictResult(
    int schemaVersion,
    RunRecord run,
    Profile profile,
    List<Source> sources,
    List<NamedFigure> costs,
    List<NamedFigure> figures) {

  public static final int SCHEMA_VERSION = 2;

  /**
   * A run that measured costs.
   *
   * @param command without secrets
   * @param started UTC, ISO 8601
   * @param server product and version; {@code null} if unknown
   * @param jdk the version of the client's JVM; {@code null} if unknown
   * @param tlsRemark how the cost of the server's TLS differs from a real server's; {@code null} if
   *     it does not
   */
  public record Source(
      String folder,
      String command,
      String started,
      @Nullable String server,
      @Nullable String jdk,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tlsRemark) {}
}
