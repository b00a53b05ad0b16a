/** Input of users: files up to a size, and drivers on the class path. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.input;
