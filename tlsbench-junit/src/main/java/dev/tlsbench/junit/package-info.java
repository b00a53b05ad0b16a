/**
 * A JUnit extension for test suites that prove how their connections are encrypted. {@link
 * dev.tlsbench.junit.TlsServer} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.junit;
