/**
 * Names of TLS protocols, cipher suites and groups, and their numbers on the wire. Imports nothing
 * but the exceptions of {@link dev.tlsbench.core}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.name;
