package dev.tlsbench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requires that a test's connections were encrypted as specified. It applies to the test's
 * connections through its {@link dev.tlsbench.relay.TlsTap}, a parameter of the test method, and is
 * checked when the method has ended; connections may still be open then. On a class it applies to
 * all test methods without an annotation of their own.
 *
 * <p>The test fails if a requirement is broken, with the connections that broke it, and if no
 * connection could be checked or no {@link TlsServer} is registered, since it would then prove
 * nothing. A test that has already failed keeps its own failure.
 *
 * <p>Defaults: at least one completed handshake, no connection in plain text.
 */
@Documented
@ExtendWith(ServerGuard.class)
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RequireTls {
  /**
   * The minimum protocol of all completed handshakes.
   *
   * @return such as {@code TLSv1.3}; empty for any
   */
  String protocol() default "";

  /**
   * The permitted cipher suites of completed handshakes.
   *
   * @return IANA's or OpenSSL's names; empty for any
   */
  String[] suites() default {};

  /**
   * The permitted key-exchange groups of completed handshakes.
   *
   * @return such as {@code x25519}; empty for any
   */
  String[] groups() default {};

  /**
   * The minimum share of handshakes that resume a session. The first handshake of each client
   * address does not count.
   *
   * @return 0 to 1; negative, the default, for no requirement
   */
  double resumedAtLeast() default -1;

  /**
   * The rule for connections in plain text.
   *
   * @return {@link Plain#NEVER} by default
   */
  Plain plain() default Plain.NEVER;
}
