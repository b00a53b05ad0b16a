package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prediction, as the content of {@code result.json}. Numbers have their unit in their name;
 * ratios are to plain text.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param run its duration includes a calibration
 * @param calibration the measured costs, from which other predictions can be made
 * @param variants predicted for the profile
 * @param whatIfs predicted for changes that the user named
 * @param changes the most effective changes, the best first; at most three for each variant
 * @param unknown figures that cannot be predicted, with the reason; one sentence each
 */
public record PredictResult(
    int schemaVersion,
    RunRecord run,
    Profile profile,
    Calibration calibration,
    List<Prediction> variants,
    List<Prediction> whatIfs,
    List<Change> changes,
    List<String> unknown) {

  /** The version of the schema of these records. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * The predicted cost of one way to connect.
   *
   * @param name of the variant, or of the change
   * @param tls the way to connect
   * @param figures by name; names that end in {@code Micros} are additions by TLS
   */
  public record Prediction(String name, Calibration.Tls tls, Map<String, Interval> figures) {}

  /**
   * A change and its savings, whose interval is above 0.
   *
   * @param variant the changed variant
   * @param change a short description
   * @param savedMicros CPU time of client and server together, for each operation
   * @param savedCores of client and server together; {@code null} without a rate
   */
  public record Change(
      String variant, String change, Interval savedMicros, @Nullable Interval savedCores) {}
}
