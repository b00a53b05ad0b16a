/**
 * How the suite is run: which benchmarks with which parameters ({@link
 * dev.tlsbench.jmh.run.BenchmarkSet}), in which order ({@link dev.tlsbench.jmh.run.SuiteRun}).
 */
@NullMarked
package dev.tlsbench.jmh.run;

import org.jspecify.annotations.NullMarked;
