/** Database servers in a box, with TLS, and a certificate authority to throw away. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded;
