package dev.tlsbench.relay.witness;

import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.wire.ServerParameters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.tls.ClientHello;
import org.bouncycastle.tls.ExtensionType;
import org.bouncycastle.tls.KeyShareEntry;
import org.bouncycastle.tls.NameType;
import org.bouncycastle.tls.ProtocolName;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.ServerName;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.SignatureScheme;
import org.bouncycastle.tls.TlsExtensionsUtils;
import org.jspecify.annotations.Nullable;

/**
 * A client's offer in its ClientHello (RFC 8446, section 4.1.2). GREASE values (RFC 8701) are left
 * out. Lists are limited to 256 values, and names to 255 characters (names of ALPN to 32): no
 * client needs more, and a hostile one could fill the memory.
 *
 * @param serverName the name of Server Name Indication (RFC 6066, section 3); {@code null} if none
 * @param protocols in order of preference, as the JDK spells them
 * @param cipherSuites by their IANA names, in order of preference
 * @param namedGroups by their IANA names, in order of preference
 * @param applicationProtocols of ALPN (RFC 7301)
 * @param earlyData true if data follow before the server has answered (0-RTT)
 * @param ja4 the fingerprint <a
 *     href="https://github.com/FoxIO-LLC/ja4/blob/main/technical_details/JA4.md">JA4</a>, such as
 *     {@code t13d1516h2_8daaf6152771_e5627efa2ab1}
 * @param program the same fingerprint without the extensions that resumption adds or removes, so
 *     that all connections of a program have one
 */
public record ClientOffer(
    @Nullable String serverName,
    List<String> protocols,
    List<String> cipherSuites,
    List<String> namedGroups,
    List<String> keyShares,
    List<String> applicationProtocols,
    Session session,
    boolean earlyData,
    String ja4,
    String program) {

  /** Ways of offering a session for resumption. */
  public enum Session {
    NONE,
    /** Offers an id, which the server remembers (RFC 5246, section 7.4.1.2). */
    ID,
    /** Offers a ticket, which holds the session (RFC 5077). */
    TICKET,
    /** Offers a pre-shared key of TLS 1.3 (RFC 8446, section 4.2.11). */
    PRE_SHARED_KEY
  }

  private static final int MOST_VALUES = 256;

  /** The longest host name (RFC 1035, section 2.3.4), and the longest name of ALPN. */
  private static final int LONGEST_NAME = 255;

  /** The maximum number of ALPN names; together they are then as long as all other lists. */
  private static final int MOST_NAMES = 32;

  /** Parses the body of the message; returns {@code null} if it is malformed. */
  static @Nullable ClientOffer parse(byte[] body) {
    try {
      return of(ClientHello.parse(new ByteArrayInputStream(body), null));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static ClientOffer of(ClientHello hello) throws IOException {
    Hashtable<?, ?> extensions = hello.getExtensions();
    Map<?, ?> sent = extensions == null ? Map.of() : extensions;
    ProtocolVersion[] supported =
        TlsExtensionsUtils.getSupportedVersionsExtensionClient(extensions);
    List<Integer> versions =
        codes(
            Stream.of(supported == null ? hello.getVersion().only() : supported)
                .mapToInt(ProtocolVersion::getFullVersion));
    List<String> protocols = names(versions, ServerParameters::protocol);
    List<Integer> suites = codes(IntStream.of(hello.getCipherSuites()));
    int[] groups = TlsExtensionsUtils.getSupportedGroupsExtension(extensions);
    List<byte[]> alpn =
        each(TlsExtensionsUtils.getALPNExtensionClient(extensions), ProtocolName.class)
            .map(ProtocolName::getBytes)
            .toList();
    Ja4 ja4 =
        new Ja4(
            versions.stream().mapToInt(Integer::intValue).max().orElse(0),
            sent.containsKey(ExtensionType.server_name),
            suites,
            codes(sent.keySet().stream().mapToInt(Integer.class::cast)),
            codes(
                each(
                        TlsExtensionsUtils.getSignatureAlgorithmsExtension(extensions),
                        SignatureAndHashAlgorithm.class)
                    .mapToInt(SignatureScheme::from)),
            alpn.isEmpty() ? "" : new String(alpn.get(0), StandardCharsets.ISO_8859_1));
    return new ClientOffer(
        each(TlsExtensionsUtils.getServerNameExtensionClient(extensions), ServerName.class)
            .filter(name -> name.getNameType() == NameType.host_name)
            .map(name -> text(name.getNameData()))
            .findFirst()
            .orElse(null),
        protocols,
        names(suites, TlsNames::cipherSuite),
        names(
            codes(groups == null ? IntStream.empty() : IntStream.of(groups)), TlsNames::namedGroup),
        names(
            codes(
                each(TlsExtensionsUtils.getKeyShareClientHello(extensions), KeyShareEntry.class)
                    .mapToInt(KeyShareEntry::getNamedGroup)),
            TlsNames::namedGroup),
        alpn.stream().limit(MOST_NAMES).map(ClientOffer::text).toList(),
        session(hello, sent, protocols),
        sent.containsKey(ExtensionType.early_data),
        ja4.text(),
        ja4.withoutSession().text());
  }

  private static Session session(ClientHello hello, Map<?, ?> sent, List<String> protocols) {
    if (sent.containsKey(ExtensionType.pre_shared_key)) {
      return Session.PRE_SHARED_KEY;
    }
    // An empty extension asks for a ticket.
    if (sent.get(ExtensionType.session_ticket) instanceof byte[] ticket && ticket.length > 0) {
      return Session.TICKET;
    }
    // With TLS 1.3 an id is sent for middleboxes (RFC 8446, appendix D.4), and with a
    // ticket to distinguish the server's answers (RFC 5077, section 3.4).
    return hello.getSessionID().length > 0 && !protocols.contains("TLSv1.3")
        ? Session.ID
        : Session.NONE;
  }

  /** Replaces anything but printable ASCII by a question mark, since a terminal may obey it. */
  private static String text(byte[] name) {
    int length = Math.min(name.length, LONGEST_NAME);
    return new String(name, 0, length, StandardCharsets.US_ASCII).replaceAll("[^!-~]", "?");
  }

  /** Returns the elements of a list; none if the client did not send it. */
  private static <T> Stream<T> each(@Nullable Vector<?> list, Class<T> type) {
    return list == null ? Stream.empty() : list.stream().map(type::cast);
  }

  /** Omits GREASE: both bytes are the same and end in A (RFC 8701, section 2). */
  private static List<Integer> codes(IntStream codes) {
    return codes
        .filter(code -> (code & 0x0F0F) != 0x0A0A || code >> 8 != (code & 0xFF))
        .boxed()
        .toList();
  }

  private static List<String> names(List<Integer> codes, IntFunction<String> name) {
    // One string for each code, of which there are 65,536.
    return codes.stream().limit(MOST_VALUES).map(code -> name.apply(code).intern()).toList();
  }
}
