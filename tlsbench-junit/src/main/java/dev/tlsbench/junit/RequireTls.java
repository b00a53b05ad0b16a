package dev.tlsbench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requires that a test's connections were encrypted as they should be. It applies to the
 * connections that the test made through its {@link dev.tlsbench.embedded.relay.TlsTap}, a
 * parameter of the test method, and is checked when the method has ended; connections may still be
 * open then. On a class it applies to all of its test methods that have no annotation of their own.
 *
 * <p>The test fails if a requirement is broken, with the connections that broke it; and if there
 * was no connection that it could be judged by, since it would otherwise prove nothing. A test that
 * has failed anyway keeps its own failure.
 *
 * <p>Defaults: at least one completed handshake, no connection in plain text.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RequireTls {
  /**
   * The protocol of every completed handshake, or a later one.
   *
   * @return such as {@code TLSv1.3}; empty for any
   */
  String protocol() default "";

  /**
   * The cipher suites of which every completed handshake has one.
   *
   * @return IANA's or OpenSSL's names; empty for any
   */
  String[] suites() default {};

  /**
   * The groups of the key exchange of which every completed handshake has one.
   *
   * @return such as {@code x25519}; empty for any
   */
  String[] groups() default {};

  /**
   * The least share of handshakes that resume a session. The first handshake of each client address
   * does not count.
   *
   * @return 0 to 1; negative, the default, to require nothing
   */
  double resumedAtLeast() default -1;

  /**
   * The rule for connections in plain text.
   *
   * @return {@link Plain#NEVER} by default
   */
  Plain plain() default Plain.NEVER;
}
