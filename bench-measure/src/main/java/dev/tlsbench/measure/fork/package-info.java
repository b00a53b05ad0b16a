/**
 * A JVM that measures epochs, with bursts and windows in which variants alternate, and a handle to
 * it.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.fork;
