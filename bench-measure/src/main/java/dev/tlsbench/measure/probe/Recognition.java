package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.bouncycastle.tls.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes the database at an address: by the greeting of a server that speaks first, else by its
 * answer to each database's first message, in plain text or over TLS.
 */
public final class Recognition {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final HostAddress address;

  private Recognition(HostAddress address) {
    this.address = address;
  }

  /**
   * What was recognized.
   *
   * @param url a URL by which TLS at the address can be probed
   * @param known false if the server speaks TLS from the first byte, and then no known protocol
   */
  public record Found(String url, boolean known) {
    /** {@return the address, which holds no secret} */
    @Override
    public String toString() {
      return url.replaceFirst("^\\w+://", "");
    }
  }

  /** Returns true if a text is an address, and no URL. */
  public static boolean isAddress(String text) {
    return text.matches("[^/?@\\s]+") && !text.startsWith("jdbc:");
  }

  public static Found at(String text, Consumer<String> messages) throws ConnectFailedException {
    HostAddress address = HostAddress.parse(text, 0);
    if (address.port() == 0) {
      throw new InvalidSettingException(
          "URL: '%s' has no port; write %s:PORT, or a URL, such as %s"
              .formatted(text, text, example(text)));
    }
    return new Recognition(address).find(messages);
  }

  private static String example(Object address) {
    return Database.all().get(0).schemes().get(0) + address + "/";
  }

  private Found find(Consumer<String> messages) throws ConnectFailedException {
    Database found = byGreeting();
    String by = "by its greeting";
    if (found == null) {
      found = byAnswer();
      by = "by its answer to a first message";
    }
    List<Database> direct =
        Database.all().stream().filter(each -> each.preamble().allowsDirectTls()).toList();
    if (found == null) {
      found = byAnswerOverTls(direct);
      by = "by its answer to a first message over TLS";
    }
    boolean known = found != null;
    if (found == null) {
      found = byTls(direct);
    }
    if (found == null) {
      throw new ConnectFailedException(
          address
              + ": no known database answered, in tries of "
              + LIMIT.toSeconds()
              + " s each ("
              + Database.all().stream().map(Database::product).collect(Collectors.joining(", "))
              + "); name its kind with a URL, such as "
              + example(address));
    }
    String url = found.schemes().get(0) + address + "/";
    messages.accept(
        known
            ? address + ": " + found.product() + ", recognized " + by + "; probing " + url
            : address + ": TLS, protocol unknown; probing its TLS alone");
    return new Found(url, known);
  }

  private @Nullable Database byGreeting() throws ConnectFailedException {
    List<Database> all = Database.all();
    List<Recognizer> recognizers =
        all.stream().map(database -> database.preamble().recognizer()).toList();
    List<State> states = new ArrayList<>(all.stream().map(database -> State.MORE).toList());
    try (Socket socket = connect();
        InputStream in = new LimitedInput(socket, LIMIT)) {
      for (int next = in.read(); next >= 0 && states.contains(State.MORE); next = in.read()) {
        for (int i = 0; i < states.size(); i++) {
          if (states.get(i) == State.MORE) {
            states.set(i, recognizers.get(i).fromServer((byte) next));
          }
          if (states.get(i) == State.MORE && recognizers.get(i).version().isPresent()) {
            return all.get(i);
          }
        }
      }
    } catch (ConnectFailedException e) {
      throw e;
    } catch (IOException e) {
      // Silence: the server waits for the client, or speaks something else.
    }
    return null;
  }

  private @Nullable Database byAnswer() throws ConnectFailedException {
    for (Database database : Database.all()) {
      if (database.preamble().answersBeforeLogin()) {
        try (Socket socket = connect();
            InputStream in = new LimitedInput(socket, LIMIT)) {
          database.preamble().exchange(in, socket.getOutputStream());
          return database;
        } catch (ConnectFailedException e) {
          throw e;
        } catch (IOException e) {
          // Another protocol, or TLS alone.
        }
      }
    }
    return null;
  }

  private @Nullable Database byAnswerOverTls(List<Database> direct) {
    TlsSettings anyServer =
        TlsSettings.builder()
            .enabled(true)
            .allowInvalidCertificates(true)
            .allowInvalidHostnames(true)
            .handshakeTimeout(LIMIT)
            .build();
    for (Database database : direct) {
      if (database.preamble().answersBeforeLogin()) {
        try (TlsContext context = TlsContext.open(anyServer, new TlsLedger())) {
          DriverLikeClient.connect(new ServerAddress(database, address), anyServer, context);
          return database;
        } catch (ConnectFailedException e) {
          // Another protocol, or a client certificate is required.
        }
      }
    }
    return null;
  }

  /** Returns a database by which TLS from the first byte can be probed, whatever follows. */
  private @Nullable Database byTls(List<Database> direct) throws ConnectFailedException {
    if (direct.isEmpty()) {
      return null;
    }
    HandshakeProbe handshakeProbe =
        new HandshakeProbe(new ServerAddress(direct.get(0), address), LIMIT);
    TrialHello modern =
        new TrialHello(
            List.of(ProtocolVersion.TLSv13, ProtocolVersion.TLSv12),
            List.of(
                "TLS_AES_128_GCM_SHA256",
                "TLS_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
            List.of("x25519", "secp256r1"),
            List.of("x25519", "secp256r1"));
    return handshakeProbe.offer(modern).flight().tls() ? direct.get(0) : null;
  }

  private Socket connect() throws ConnectFailedException {
    return ServerAddress.connect(address, Socket::new, LIMIT);
  }
}
