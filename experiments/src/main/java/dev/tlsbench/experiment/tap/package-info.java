@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.tap;
