/** The embedded MongoDB-compatible server: mongo-java-server in a JVM of its own. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.mongodb;
