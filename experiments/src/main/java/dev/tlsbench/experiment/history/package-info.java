/** Results of different times: their changes and their history. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.history;
