package dev.tlsbench.experiment.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Experiments of the project with so little to measure that their figures mean nothing. */
public final class ShortExperiment {
  /** Patterns, each followed by its replacement. */
  private static final List<String> SHORT =
      List.of(
          "--duration 2m", "--duration 4s",
          "--duration \\d{2,}s", "--duration 12s",
          "--warm-up \\S+", "--warm-up 300ms",
          "--window \\S+", "--window 100ms",
          "\\bconnect --", "connect --forks 2 --",
          "--connections \\d+", "--connections 48",
          "--forks [3-9]", "--forks 2",
          "(recordcount|table_size|tpcc.customers|tpcc.items)=\\d{3,}", "$1=100",
          " tables=16", " tables=2",
          "repeat.length=\\d+", "repeat.length=65536",
          "tpcc.warehouses=\\d+", "tpcc.warehouses=1",
          "(geo.load.limit|geo.rows)=\\d+", "$1=2000",
          "geo.batch=\\d+", "geo.batch=500",
          "threads=1,16 ", "threads=1,2 ",
          "read:threads=16", "read:threads=2");

  private ShortExperiment() {}

  /** Writes one as a file of the same name. */
  public static Path write(Path folder, String name) throws IOException {
    String text = Files.readString(Path.of("catalog", name + ".yaml"));
    for (int i = 0; i < SHORT.size(); i += 2) {
      text = text.replaceAll(SHORT.get(i), SHORT.get(i + 1));
    }
    return Files.writeString(folder.resolve(name + ".yaml"), text);
  }
}
