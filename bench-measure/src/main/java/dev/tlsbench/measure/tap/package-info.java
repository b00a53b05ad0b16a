@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.tap;
