/** The measured server, and facts about it. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.target;
