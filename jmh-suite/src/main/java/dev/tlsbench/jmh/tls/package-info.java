/**
 * TLS in memory: suites, certificates, the server's side of every implementation, and the features
 * that each of them lacks.
 */
@NullMarked
package dev.tlsbench.jmh.tls;

import org.jspecify.annotations.NullMarked;
