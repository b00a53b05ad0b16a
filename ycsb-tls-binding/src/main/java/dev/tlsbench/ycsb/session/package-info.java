/**
 * What a run has once and not once a thread: its connections, their measurements and what they
 * negotiated.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.session;
