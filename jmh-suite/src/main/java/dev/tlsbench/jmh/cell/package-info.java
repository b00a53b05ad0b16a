/** Benchmarks with their parameters, as sets, comparisons and reports name them. */
@NullMarked
package dev.tlsbench.jmh.cell;

import org.jspecify.annotations.NullMarked;
