package dev.tlsbench.measure.result;

/** A value of an axis, such as 256 threads, or a variant that could not be measured. */
public record LeftOut(String value, String reason) {}
