/** Text of messages: one line, the causes of a failure. Imports nothing of this library. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.text;
