/**
 * What the URLs of all databases have in common: options, percent-encoding, and secrets that must
 * not be shown.
 *
 * <p>For the rooms of this module, and for command lines that print what drivers say; other users
 * of the library have no need of it.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.url;
