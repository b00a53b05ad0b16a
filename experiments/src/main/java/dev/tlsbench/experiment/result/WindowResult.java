package dev.tlsbench.experiment.result;

import dev.tlsbench.report.json.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * One window.
 *
 * @param fork from 0
 * @param epoch from 0 in each fork
 * @param block from 0 in each epoch
 * @param order from 0: which window of the block it was
 * @param variant whose window
 * @param startSeconds since the run started
 * @param seconds how long it was
 * @param operations how many were done
 * @param errors how many failed
 * @param clientCpuMillis CPU time of the client's JVM in it
 * @param serverCpuMillis CPU time of the server in it; {@code null} if not on this machine
 * @param gcMillis how long the client's collector ran in it
 * @param stealMillis CPU time that the hypervisor gave to others in it
 */
@OneLine
public record WindowResult(
    int fork,
    int epoch,
    int block,
    int order,
    String variant,
    double startSeconds,
    double seconds,
    long operations,
    long errors,
    double clientCpuMillis,
    @Nullable Double serverCpuMillis,
    double gcMillis,
    double stealMillis) {}
