package dev.tlsbench.measure.fork;

/**
 * A request for an epoch, sent to a fork.
 *
 * @param number from 0; seeds keys and orders
 * @param counted the number among the epochs that count, from 0; below 0 during the warm-up
 * @param blocks the number of windows of each variant; 0 for none
 * @param burstMillis the time of bursts before the windows; 0 for none
 * @param burstOperations the number of operations in a burst; 0 to determine it
 */
public record EpochOrder(
    int number,
    int counted,
    int blocks,
    long windowMillis,
    long burstMillis,
    int burstOperations) {}
