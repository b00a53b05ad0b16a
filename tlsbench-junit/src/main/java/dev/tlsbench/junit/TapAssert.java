package dev.tlsbench.junit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.relay.TapRequirement;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TlsTap;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the connections of a tap, closed and open ones. Each fails with the connections
 * that broke it, and if no connection could be checked. Not safe to share between threads.
 */
public final class TapAssert extends AbstractAssert<TapAssert, TlsTap> {
  TapAssert(TlsTap tap) {
    super(tap, TapAssert.class);
  }

  /**
   * Asserts that every completed handshake has a protocol, or a later one.
   *
   * @param name such as {@code TLSv1.3}
   * @return this
   * @throws InvalidSettingException if the protocol is unknown
   */
  @CanIgnoreReturnValue
  public TapAssert usesAtLeast(String name) {
    return meets(TapRequirement.protocolAtLeast(name));
  }

  /**
   * Asserts that every completed handshake has one of these cipher suites.
   *
   * @param names IANA's or OpenSSL's names
   * @return this
   * @throws InvalidSettingException if a suite is unknown
   */
  @CanIgnoreReturnValue
  public TapAssert usesOneOf(String... names) {
    return meets(TapRequirement.suites(List.of(names)));
  }

  /**
   * Asserts the minimum share of handshakes that resumed a session, without the first one of each
   * client address.
   *
   * @param share 0 to 1
   * @return this
   * @throws IllegalArgumentException if the share is out of range
   */
  @CanIgnoreReturnValue
  public TapAssert resumesAtLeast(double share) {
    return meets(TapRequirement.resumedAtLeast(share));
  }

  /**
   * Asserts that no connection was in plain text.
   *
   * @return this
   */
  @CanIgnoreReturnValue
  public TapAssert isNeverPlain() {
    return meets(TapRequirement.neverPlain());
  }

  /**
   * Asserts the number of completed handshakes.
   *
   * @param expected 0 or more
   * @return this
   */
  @CanIgnoreReturnValue
  public TapAssert hasHandshakes(int expected) {
    isNotNull();
    long completed =
        actual.connections().stream().filter(TappedConnection::isHandshakeCompleted).count();
    if (completed != expected) {
      throw failure(
          "expected %s completed handshakes, but there were %s%s",
          expected, completed, Requirements.listed(actual.connections()));
    }
    return this;
  }

  /**
   * Asserts a requirement.
   *
   * @param requirement such as {@code TapRequirement.parse("group=x25519")}
   * @return this
   * @throws IllegalArgumentException if it limits connections a second
   */
  @CanIgnoreReturnValue
  public TapAssert meets(TapRequirement requirement) {
    isNotNull();
    Requirements.broken(List.of(requirement), actual.connections())
        .ifPresent(
            broken -> {
              throw failure("%s", broken);
            });
    return this;
  }
}
