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
          "--duration \\S+", "--duration 3s",
          "--warm-up \\S+", "--warm-up 300ms",
          "--window \\S+", "--window 100ms",
          "\\bconnect --", "connect --forks 2 --",
          // Fewer at a distance, where each takes longer and no CPU time is asked for.
          "--connections \\d+", "--connections 48",
          "--connections 48(?= --warm-up \\S+ --rtt)", "--connections 16",
          "--rtt 2\\dms", "--rtt 12ms",
          "--forks [3-9]", "--forks 2",
          "(recordcount|table_size|tpcc.customers|tpcc.items)=\\d{3,}", "$1=100",
          " tables=16", " tables=2",
          "repeat.length=\\d+", "repeat.length=65536",
          "tpcc.warehouses=\\d+", "tpcc.warehouses=1",
          "(geo.load.limit|geo.rows)=\\d+", "$1=2000",
          "geo.batch=\\d+", "geo.batch=500",
          "threads=1,16 ", "threads=1,2 ",
          "read:threads=16", "read:threads=2");

  /** In each epoch, each thread of each variant opens a connection. */
  private static final List<String> FEW_THREADS =
      List.of(
          "threads=1,8,16,32,64,128,256", "threads=1,2,3,4,5,6,7",
          "(oltp_\\w+:threads)=8\\.", "$1=2.",
          "(oltp_\\w+:threads)=16\\.", "$1=3.",
          "(oltp_\\w+:threads)=32\\.", "$1=4.",
          "(oltp_\\w+:threads)=64\\.", "$1=5.",
          "(oltp_\\w+:threads)=128\\.", "$1=6.",
          "(oltp_\\w+:threads)=256\\.", "$1=7.");

  private ShortExperiment() {}

  /** Writes one as a file of the same name, as the recorded results have it. */
  public static Path write(Path folder, String name) throws IOException {
    String text = Files.readString(Path.of("catalog", name + ".yaml"));
    return Files.writeString(folder.resolve(name + ".yaml"), replace(text, SHORT));
  }

  /** Writes one as a file of the same name, with no more than seven threads. */
  public static Path writeToRun(Path folder, String name) throws IOException {
    Path file = write(folder, name);
    return Files.writeString(file, replace(Files.readString(file), FEW_THREADS));
  }

  private static String replace(String text, List<String> patterns) {
    String replaced = text;
    for (int i = 0; i < patterns.size(); i += 2) {
      replaced = replaced.replaceAll(patterns.get(i), patterns.get(i + 1));
    }
    return replaced;
  }
}
