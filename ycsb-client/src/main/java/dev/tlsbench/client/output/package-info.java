/** Messages of an application: log messages of libraries, without secrets in any line. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.output;
