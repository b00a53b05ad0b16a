/** The microbenchmarks' entry: {@code java -jar benchmarks.jar}. */
@NullMarked
package dev.tlsbench.jmh;

import org.jspecify.annotations.NullMarked;
