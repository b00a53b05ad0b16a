/**
 * Options of a URL: their syntax, which all databases share, and what a message may show of them.
 *
 * <p>For this module; users of the library have no need of it. Imports {@link
 * dev.tlsbench.core.secret}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.url;
