/** Messages of an application: what libraries log, and no secrets in any line. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.output;
