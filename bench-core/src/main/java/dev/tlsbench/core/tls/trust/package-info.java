/**
 * Internal: the verification of servers by the same rules under every provider, and the explanation
 * of each refusal. Imports {@code pem}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.trust;
