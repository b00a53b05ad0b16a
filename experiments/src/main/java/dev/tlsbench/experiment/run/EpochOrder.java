package dev.tlsbench.experiment.run;

/**
 * Orders an epoch from a fork.
 *
 * @param number from 0; seeds keys and orders
 * @param blocks the number of windows of each variant
 * @param burstMillis the time of bursts before the windows; 0 for none
 */
record EpochOrder(int number, int blocks, long windowMillis, long burstMillis) {}
