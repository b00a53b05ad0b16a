/**
 * Predictions of the cost of TLS for an application, from measured costs of messages and
 * connections.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.predict;
