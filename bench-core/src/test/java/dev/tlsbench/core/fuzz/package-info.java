/** Mistyped and damaged inputs, made from a seed; for the tests of this module and of others. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.fuzz;
