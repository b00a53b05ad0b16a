/** The directory, TLS files and process that every embedded server has. Internal. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.process;
