package dev.tlsbench.core.tls.wire;

import dev.tlsbench.core.text.TlsNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import org.bouncycastle.tls.KeyShareEntry;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.ServerHello;
import org.bouncycastle.tls.TlsExtensionsUtils;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a server chose in its ServerHello (RFC 8446, section 4.1.3).
 *
 * @param protocol the version, from {@code supported_versions} if it is there
 * @param namedGroup the group of the key share; {@code null} below TLS 1.3
 * @param preSharedKey whether a pre-shared key was accepted, which resumes a session under TLS 1.3
 * @param downgraded whether the mark at the end of its random indicates that the server supports a
 *     later protocol, which it was not offered
 */
public record ServerParameters(
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean preSharedKey,
    boolean helloRetryRequest,
    boolean downgraded) {

  public boolean isTls13() {
    return protocol.equals("TLSv1.3");
  }

  /** Parses the body of the message; returns {@code null} if it is malformed. */
  static @Nullable ServerParameters parse(byte[] body) {
    try {
      return of(ServerHello.parse(new ByteArrayInputStream(body)));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static ServerParameters of(ServerHello hello) throws IOException {
    Hashtable<?, ?> extensions = hello.getExtensions();
    ProtocolVersion version = TlsExtensionsUtils.getSupportedVersionsExtensionServer(extensions);
    int group;
    if (hello.isHelloRetryRequest()) {
      group = TlsExtensionsUtils.getKeyShareHelloRetryRequest(extensions);
    } else {
      KeyShareEntry share = TlsExtensionsUtils.getKeyShareServerHello(extensions);
      group = share == null ? -1 : share.getNamedGroup();
    }
    return new ServerParameters(
        protocol((version == null ? hello.getVersion() : version).getFullVersion()),
        TlsNames.cipherSuite(hello.getCipherSuite()),
        group < 0 ? null : TlsNames.namedGroup(group),
        TlsExtensionsUtils.getPreSharedKeyServerHello(extensions) >= 0,
        hello.isHelloRetryRequest(),
        hasDowngradeMark(hello.getRandom()));
  }

  /** The mark ends with 1 for TLS 1.2 and 0 for older versions (RFC 8446, section 4.1.3). */
  private static boolean hasDowngradeMark(byte[] random) {
    String end = new String(random, 24, 8, StandardCharsets.ISO_8859_1);
    return end.equals("DOWNGRD\1") || end.equals("DOWNGRD\0");
  }

  /** Returns the name of a version, as the JDK spells it. */
  public static String protocol(int version) {
    return switch (version) {
      case 0x0304 -> "TLSv1.3";
      case 0x0303 -> "TLSv1.2";
      case 0x0302 -> "TLSv1.1";
      case 0x0301 -> "TLSv1";
      case 0x0300 -> "SSLv3";
      default -> "0x" + Integer.toHexString(version);
    };
  }
}
