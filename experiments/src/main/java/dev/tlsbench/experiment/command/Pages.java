package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.connect.ConnectDocument;
import dev.tlsbench.experiment.history.ChangeResult;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.history.ResultsDocument;
import dev.tlsbench.experiment.predict.PredictDocument;
import dev.tlsbench.experiment.predict.PredictResult;
import dev.tlsbench.experiment.probe.HostsDocument;
import dev.tlsbench.experiment.probe.HostsResult;
import dev.tlsbench.experiment.probe.ProbeDocument;
import dev.tlsbench.experiment.report.ExperimentDocument;
import dev.tlsbench.experiment.report.ExperimentResult;
import dev.tlsbench.experiment.report.RunDocument;
import dev.tlsbench.experiment.tap.TapDocument;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import java.util.List;
import java.util.function.BiFunction;

/** Makes the page of a result folder from its {@code result.json}. */
final class Pages {
  /** Pages by a field of {@code result.json} that no result of another command has. */
  private static final List<Page<?>> ALL =
      List.of(
          new Page<>("points", Result.class, 2, Result.SCHEMA_VERSION, RunDocument::of),
          new Page<>(
              "kinds", ConnectResult.class, 2, ConnectResult.SCHEMA_VERSION, ConnectDocument::of),
          new Page<>(
              "assessment", ProbeResult.class, ProbeResult.SCHEMA_VERSION, ProbeDocument::of),
          new Page<>("hosts", HostsResult.class, HostsResult.SCHEMA_VERSION, HostsDocument::of),
          new Page<>("place", TapResult.class, TapResult.SCHEMA_VERSION, TapDocument::of),
          new Page<>(
              "profile", PredictResult.class, PredictResult.SCHEMA_VERSION, PredictDocument::of),
          new Page<>(
              "publication",
              ExperimentResult.class,
              ExperimentResult.SCHEMA_VERSION,
              ExperimentDocument::of),
          new Page<>(
              "differences", ChangeResult.class, ChangeResult.SCHEMA_VERSION, ResultsDocument::of));

  private Pages() {}

  private record Page<R extends Record>(
      String field,
      Class<R> type,
      int oldest,
      int newest,
      BiFunction<R, Environment, Document> page) {
    Page(String field, Class<R> type, int version, BiFunction<R, Environment, Document> page) {
      this(field, type, version, version, page);
    }

    Document of(ResultFile file) {
      file.requireVersion(oldest, newest);
      return page.apply(file.as(type), file.machine());
    }
  }

  /**
   * Returns the page of a result.
   *
   * @throws InvalidSettingException if it is of another version, or of bin/jmh
   */
  static Document of(ResultFile file) {
    return ALL.stream()
        .filter(page -> file.tree().has(page.field()))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    file.subject()
                        + ": not a result of bin/tlsbench; the page of bin/jmh stays as it is, and"
                        + " other programs read its jmh.json"))
        .of(file);
  }
}
