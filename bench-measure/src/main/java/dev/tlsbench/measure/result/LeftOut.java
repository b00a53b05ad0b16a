package dev.tlsbench.measure.result;

/**
 * A value of an axis, or a variant, that could not be measured.
 *
 * @param value such as {@code 256} threads, or the variant's name
 */
public record LeftOut(String value, String reason) {}
