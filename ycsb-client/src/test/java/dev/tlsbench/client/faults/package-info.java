/**
 * Runs of the client on connections that break and servers that die: embedded servers in {@code mvn
 * verify}, real ones in {@code mvn verify -Preal-servers}. What came out is in {@code
 * target/faults}, a table for each server.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.faults;
