/** TLS seen from outside, without keys: a probe's and a tap's view. For modules of this project. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.witness;
