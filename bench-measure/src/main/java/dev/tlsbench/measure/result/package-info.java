/** Results of runs, as they are written to files. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.result;
