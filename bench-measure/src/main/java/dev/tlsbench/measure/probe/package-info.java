/** Probes the TLS of a server. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.probe;
