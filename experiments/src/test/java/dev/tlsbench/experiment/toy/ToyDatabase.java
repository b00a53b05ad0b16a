package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import dev.tlsbench.core.database.Preamble.Recognizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A line protocol: STARTTLS changes to TLS, and PING, PUT, GET, DEL and CLEAR need no login. */
public final class ToyDatabase extends Database implements Preamble {
  /** Called by the service loader. */
  public ToyDatabase() {
    super("toy", "Toy", 7077, List.of("toy://"), Set.of("toyd"));
  }

  /** Sends a line and returns the answer. */
  static String ask(InputStream in, OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    return line(in);
  }

  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the connection was closed");
      }
      line.append((char) next);
    }
    return line.toString();
  }

  @Override
  public Preamble preamble() {
    return this;
  }

  @Override
  public DatabaseUrl parse(String url) {
    return ToyUrl.of(url);
  }

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) throws IOException {
    if (!ask(in, out, "STARTTLS").equals("OK")) {
      throw new ProtocolException("the server offers no TLS");
    }
    return Optional.empty();
  }

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    ask(in, out, "PING");
  }

  @Override
  public boolean answersBeforeLogin() {
    return true;
  }

  @Override
  public boolean allowsDirectTls() {
    return false;
  }

  @Override
  public Recognizer recognizer() {
    return new Recognizer() {
      private final StringBuilder sent = new StringBuilder();
      private boolean answered;

      @Override
      public State fromClient(byte next) {
        sent.append((char) next);
        return next != '\n' || sent.indexOf("STARTTLS\n") == 0 ? State.MORE : State.PLAIN;
      }

      @Override
      public State fromServer(byte next) {
        answered |= next == '\n';
        return sent.isEmpty() ? State.OTHER : answered ? State.TLS : State.MORE;
      }
    };
  }
}
