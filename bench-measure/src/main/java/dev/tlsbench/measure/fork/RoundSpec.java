package dev.tlsbench.measure.fork;

/**
 * The task of a fork that runs in step with forks on other machines: all run the same variant in
 * the same window.
 *
 * @param part from 0; seeds the keys, while all parts have the same orders
 * @param warmUpMillis the time before the fork waits for the others
 * @param measureMillis the time of all epochs
 * @param blocks windows of each variant in an epoch
 */
public record RoundSpec(
    int part, long warmUpMillis, long measureMillis, int blocks, long windowMillis) {}
