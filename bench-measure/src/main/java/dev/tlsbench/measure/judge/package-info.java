/** Turns measurements into a result, and decides if it can be used. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.judge;
