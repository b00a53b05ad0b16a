/** Connects to MongoDB from a URL with all of its TLS options. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.mongodb;
