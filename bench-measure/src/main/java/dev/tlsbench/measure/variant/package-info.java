/** Variants: the ways to connect that are compared. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.variant;
