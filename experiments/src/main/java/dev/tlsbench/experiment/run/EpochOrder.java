package dev.tlsbench.experiment.run;

/**
 * Asks a fork for an epoch.
 *
 * @param number from 0; keys and orders are drawn from it
 * @param blocks how many windows each variant has
 * @param windowMillis how long a window is
 */
record EpochOrder(int number, int blocks, long windowMillis) {}
