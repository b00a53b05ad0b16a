/** Selects the cells of test matrices; for the tests of this module and of others. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.matrix;
