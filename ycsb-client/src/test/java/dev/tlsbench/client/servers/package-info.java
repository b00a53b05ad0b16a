/**
 * One suite for each database, run against every server: the embedded ones in {@code mvn verify},
 * the real ones that {@code servers/up} provisions in {@code mvn verify -Preal-servers}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.servers;
