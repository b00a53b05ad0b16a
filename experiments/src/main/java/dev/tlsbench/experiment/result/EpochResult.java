package dev.tlsbench.experiment.result;

import dev.tlsbench.report.json.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * The bursts of one epoch, and what else happened meanwhile.
 *
 * @param fork from 0
 * @param epoch from 0 in each fork
 * @param counted false if it is left out of the time of a typical operation
 * @param seconds the duration of the bursts
 * @param foreignPercent of the confined cores' time, used by other processes; {@code null} without
 *     confinement
 * @param elsewherePercent of all other cores' time, used by other processes; {@code null} without
 *     confinement
 * @param stealPercent of the confined cores' time, given to others by the hypervisor; {@code null}
 *     without confinement
 * @param waitMillis the time that the client's threads waited for a core, for the server too
 * @param compileMillis the time that the client's compilers worked
 * @param serverCompileMillis CPU time of compilers and collectors of a server in Java
 * @param gcMillis time in the client's collector
 */
@OneLine
public record EpochResult(
    int fork,
    int epoch,
    boolean counted,
    double seconds,
    @Nullable Double foreignPercent,
    @Nullable Double elsewherePercent,
    @Nullable Double stealPercent,
    double waitMillis,
    double compileMillis,
    double serverCompileMillis,
    double gcMillis) {}
