/**
 * Runs of the suite: its benchmarks with their parameters ({@link
 * dev.tlsbench.jmh.run.BenchmarkSet}), in random order ({@link dev.tlsbench.jmh.run.SuiteRun}).
 */
@NullMarked
package dev.tlsbench.jmh.run;

import org.jspecify.annotations.NullMarked;
