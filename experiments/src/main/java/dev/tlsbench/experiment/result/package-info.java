/** What a run found, as it is written to files. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.result;
