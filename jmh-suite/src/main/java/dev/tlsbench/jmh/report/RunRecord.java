package dev.tlsbench.jmh.report;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;

/**
 * A run, as it ended.
 *
 * @param directory where its files are
 * @param set the name of the set
 * @param command what repeats it
 * @param started when it began
 * @param took how long it took
 * @param seed what the order of the forks was drawn with
 * @param results what was measured, with all forks of a benchmark in one result
 * @param absences what was asked for and could not run
 * @param complete whether all forks ran; {@code false} after a failure or an interruption
 */
public record RunRecord(
    Path directory,
    String set,
    String command,
    Instant started,
    Duration took,
    long seed,
    Collection<RunResult> results,
    List<Absence> absences,
    boolean complete) {}
