/** The benchmarks, and the parameter sets that each of them supports. */
@NullMarked
package dev.tlsbench.jmh.benchmark;

import org.jspecify.annotations.NullMarked;
