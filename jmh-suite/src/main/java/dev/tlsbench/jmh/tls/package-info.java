/**
 * TLS in memory: suites, certificates, the server's side of every implementation, and which of them
 * can do what.
 */
@NullMarked
package dev.tlsbench.jmh.tls;

import org.jspecify.annotations.NullMarked;
