/**
 * Finds secrets in URLs, properties and arguments, and hides them in messages.
 *
 * <p>For this module, and for command lines that print what drivers report; other users of the
 * library have no need of it. Imports nothing but {@link dev.tlsbench.core}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.secret;
