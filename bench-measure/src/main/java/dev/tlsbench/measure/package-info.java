/** Measures what TLS costs a client of a database, and returns the results. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure;
