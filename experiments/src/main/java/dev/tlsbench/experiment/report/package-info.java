/** Reports on runs and experiments, for people. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.report;
