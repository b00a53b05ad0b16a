/** Published experiments, as their definitions have them, and what came of running them. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.catalog;
