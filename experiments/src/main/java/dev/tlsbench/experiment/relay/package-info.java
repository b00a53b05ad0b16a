/** Distance to a server that is near: a relay that holds every byte back for a while. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.relay;
