/** Published experiments: their definitions, plans and checks. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.catalog;
