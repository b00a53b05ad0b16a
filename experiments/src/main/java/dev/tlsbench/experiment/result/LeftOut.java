package dev.tlsbench.experiment.result;

/**
 * A value of an axis that could not be measured.
 *
 * @param value such as {@code 256} threads
 * @param reason what failed, in one line
 */
public record LeftOut(String value, String reason) {}
