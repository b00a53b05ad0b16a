/** What a run found, as people read it. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.report;
