/** A database that is added through services alone: the proof that nothing else needs to change. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.toy;
