package dev.tlsbench.experiment.result;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a run was measured.
 *
 * @param binding {@code mongodb-tls} or {@code mysql-tls}
 * @param workload the properties of the workload that were given, without secrets
 * @param baseline the name of the variant that others are divided by
 * @param threads how many clients work at a time
 * @param targetPerSecond operations a second of all threads together; {@code null} for a closed
 *     loop
 * @param windowMillis how long a variant works at a time
 * @param blocks how many windows of each variant an epoch has
 * @param warmUpSeconds what each fork runs before it counts
 * @param forks how many JVMs were measured
 * @param epochs how many epochs, all forks together
 * @param seed what the orders, keys and resamples were drawn from
 */
public record Setup(
    String binding,
    Map<String, String> workload,
    String baseline,
    int threads,
    @Nullable Double targetPerSecond,
    long windowMillis,
    int blocks,
    double warmUpSeconds,
    int forks,
    int epochs,
    long seed) {}
