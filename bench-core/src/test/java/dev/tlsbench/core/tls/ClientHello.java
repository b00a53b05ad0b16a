package dev.tlsbench.core.tls;

import dev.tlsbench.core.text.TlsNames;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** The offer of a client (RFC 8446, section 4.1.2), by the names of the IANA registries. */
record ClientHello(
    List<String> protocols,
    List<String> cipherSuites,
    List<String> namedGroups,
    @Nullable String serverName,
    boolean sessionTicket) {

  private static final int SERVER_NAME = 0;
  private static final int SUPPORTED_GROUPS = 10;
  private static final int SESSION_TICKET = 35;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int HANDSHAKE = 22;

  /** Shakes hands with a server that reads the ClientHello and closes the connection. */
  static ClientHello of(TlsSettings settings, String host) {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TlsContext context = TlsContext.open(settings, new TlsLedger());
        Socket plain = context.plainSocket()) {
      CompletableFuture<ClientHello> seen = CompletableFuture.supplyAsync(() -> readFrom(server));
      plain.connect(server.getLocalSocketAddress());
      try {
        context
            .startTls(plain, host, server.getLocalPort(), Duration.ZERO, new SSLParameters())
            .close();
      } catch (IOException e) {
        // The server has seen enough.
      }
      return seen.join();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has an engine wrap its first message. */
  static ClientHello ofEngine(TlsSettings settings, String host) {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger());
        TlsEngine tls = context.engine(host, 27017)) {
      ByteBuffer first = ByteBuffer.allocate(1 << 16);
      tls.beginHandshake();
      tls.wrap(ByteBuffer.allocate(0), first);
      return readFrom(new ByteArrayInputStream(first.array(), 0, first.position()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ClientHello readFrom(ServerSocket server) {
    try (Socket client = server.accept()) {
      return readFrom(client.getInputStream());
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static ClientHello readFrom(InputStream from) throws IOException {
    try (DataInputStream in = new DataInputStream(from)) {
      if (in.readUnsignedByte() != HANDSHAKE) {
        throw new IOException("no handshake record");
      }
      in.readUnsignedShort();
      byte[] record = new byte[in.readUnsignedShort()];
      in.readFully(record);
      return parse(ByteBuffer.wrap(record, 4, record.length - 4));
    }
  }

  private static ClientHello parse(ByteBuffer body) {
    List<String> protocols = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    String serverName = null;
    boolean sessionTicket = false;
    String legacyVersion = version(body.getShort());
    body.position(body.position() + 32); // random
    take(body, body.get() & 0xFF); // session id
    List<String> suites = new ArrayList<>();
    for (ByteBuffer codes = take(body, body.getShort()); codes.hasRemaining(); ) {
      String suite = TlsNames.cipherSuite(codes.getShort() & 0xFFFF);
      if (!suite.endsWith("_SCSV")) {
        suites.add(suite);
      }
    }
    take(body, body.get()); // compression methods
    for (ByteBuffer all = take(body, body.getShort()); all.hasRemaining(); ) {
      int type = all.getShort();
      ByteBuffer extension = take(all, all.getShort());
      switch (type) {
        case SERVER_NAME -> {
          extension.position(3); // length of the list, kind of the name
          serverName =
              StandardCharsets.US_ASCII.decode(take(extension, extension.getShort())).toString();
        }
        case SUPPORTED_GROUPS -> {
          extension.getShort();
          while (extension.hasRemaining()) {
            groups.add(TlsNames.namedGroup(extension.getShort() & 0xFFFF));
          }
        }
        case SESSION_TICKET -> sessionTicket = true;
        case SUPPORTED_VERSIONS -> {
          extension.get();
          while (extension.hasRemaining()) {
            protocols.add(version(extension.getShort()));
          }
        }
        default -> {}
      }
    }
    if (protocols.isEmpty()) {
      protocols.add(legacyVersion);
    }
    return new ClientHello(protocols, suites, groups, serverName, sessionTicket);
  }

  private static String version(int code) {
    return code == 0x0301 ? "TLSv1" : "TLSv1." + ((code & 0xFF) - 1);
  }

  private static ByteBuffer take(ByteBuffer from, int length) {
    ByteBuffer taken = from.slice(from.position(), length);
    from.position(from.position() + length);
    return taken;
  }
}
