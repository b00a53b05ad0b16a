package dev.tlsbench.client.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Events of a run in their order, and a table of them. */
final class Phases {
  private final FaultTarget target;
  private final Journal journal;
  private final List<Phase> phases = new ArrayList<>();

  Phases(FaultTarget target, Journal journal) {
    this.target = target;
    this.journal = journal;
  }

  /** Says that all inserts that end from now on belong to this. */
  void begin(String name) {
    phases.add(new Phase(name, journal.acknowledged().size(), journal.inDoubt().size()));
  }

  /**
   * Writes the table: what was acknowledged from the start of a fault until the next one, and how
   * much of that is found; what failed, and how much of that the server has done all the same.
   */
  void writeTable(Path file, Set<String> missing, int exitCode) throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("### " + target.name() + ", exit code " + exitCode);
    lines.add("");
    lines.add("| fault | acknowledged | found | counted as errors | of those found |");
    lines.add("| --- | --- | --- | --- | --- |");
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      boolean last = i + 1 == phases.size();
      List<String> all = journal.acknowledged();
      List<String> acknowledged =
          all.subList(phase.acknowledged, last ? all.size() : phases.get(i + 1).acknowledged);
      List<String> failed = journal.inDoubt();
      List<String> inDoubt =
          failed.subList(phase.inDoubt, last ? failed.size() : phases.get(i + 1).inDoubt);
      long found = acknowledged.stream().filter(key -> !missing.contains(key)).count();
      int doneAllTheSame = inDoubt.size() - Evidence.missing(target, inDoubt).size();
      lines.add(
          "| "
              + phase.name
              + " | "
              + acknowledged.size()
              + " | "
              + found
              + " | "
              + inDoubt.size()
              + " | "
              + doneAllTheSame
              + " |");
    }
    write(file, lines);
  }

  private static void write(Path file, List<String> lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private record Phase(String name, int acknowledged, int inDoubt) {}
}
