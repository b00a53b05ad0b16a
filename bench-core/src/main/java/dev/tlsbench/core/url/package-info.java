/**
 * Options of a URL: their syntax, common to all databases, and their form in messages.
 *
 * <p>For this module; users of the library have no need of it. Imports {@link
 * dev.tlsbench.core.secret}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.url;
