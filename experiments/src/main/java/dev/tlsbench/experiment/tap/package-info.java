/** Shows the connections of a tap: a table while it runs, and the document. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.tap;
