package dev.tlsbench.experiment.connect;

/**
 * A figure with what is known of its error.
 *
 * @param value the figure; its unit stands in the name of what holds it
 * @param low95 the lower end of the 95 % interval
 * @param high95 the upper end of the 95 % interval
 */
public record Interval(double value, double low95, double high95) {}
