/** Leaks of a client that lives long or connects often. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.soak;
