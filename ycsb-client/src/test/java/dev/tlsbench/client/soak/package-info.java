/** Whether a client that lives long, or connects often, holds more and more. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.soak;
