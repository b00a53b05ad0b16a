package dev.tlsbench.relay.witness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a TLS connection that can be read without its keys.
 *
 * @param offer the client's offer; {@code null} before its ClientHello is complete, and if that is
 *     malformed or longer than 64 KiB
 * @param choice the server's choice; {@code null} before it is known whether a session is resumed
 */
public record WitnessedTls(
    @Nullable ClientOffer offer,
    @Nullable Choice choice,
    Handshake handshake,
    List<Alert> alerts,
    Traffic toServer,
    Traffic toClient) {

  /**
   * A server's choice.
   *
   * @param namedGroup by its IANA name; {@code null} without an ephemeral key exchange
   * @param helloRetryRequest true if the server asked for another key share first, which costs a
   *     round trip
   * @param resumed true if a session was resumed
   */
  public record Choice(
      String protocol,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean helloRetryRequest,
      boolean resumed) {}

  /**
   * The course of a handshake.
   *
   * @param completed true if both sides have ended it
   * @param inferred true under TLS 1.3, where it ends with the client's first encrypted record
   *     after the server's: records look alike there, and the server may still refuse the client
   * @param nanos from the first byte of the ClientHello to the end; {@code null} before, and with
   *     early data, which look like that record
   */
  public record Handshake(boolean completed, boolean inferred, @Nullable Long nanos) {}

  /**
   * An alert.
   *
   * @param ofClient true if the client sent it
   * @param name by its IANA name, such as {@code unknown_ca}; {@code encrypted} for one under TLS
   *     1.3 in place of the client's last handshake message, inferred from its length
   */
  public record Alert(boolean ofClient, String name) {}

  /**
   * Records of one direction.
   *
   * @param largestRecord bytes of the largest payload, encrypted or not
   * @param handshakeBytes bytes of the records before the handshake was completed
   * @param overheadBytes handshake bytes, and the bytes of later records besides data: header,
   *     nonce and tag by the suite; padding is not visible, so it is a lower bound
   */
  public record Traffic(
      long bytes, long records, int largestRecord, long handshakeBytes, long overheadBytes) {}
}
