/**
 * Secrets that must not be shown: finding them in URLs, properties and arguments, and hiding them
 * in messages.
 *
 * <p>For this module, and for command lines that print what drivers report; other users of the
 * library have no need of it. Imports nothing but {@link dev.tlsbench.core}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.secret;
