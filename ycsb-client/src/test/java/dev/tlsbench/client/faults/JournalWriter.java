package dev.tlsbench.client.faults;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The client's end of a {@link Journal}. Safe to share between threads. */
final class JournalWriter {
  static final String ACKNOWLEDGED = "acknowledged ";
  static final String IN_DOUBT = "in doubt ";

  private final Writer out;
  private final List<String> acknowledged = new ArrayList<>();

  /** Connects; {@code whenEnough} is told when the journal wants no more. */
  JournalWriter(int port, Runnable whenEnough) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    out =
        new BufferedWriter(
            new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
    Thread watch =
        new Thread(
            () -> {
              try {
                socket.getInputStream().read();
              } catch (IOException e) {
                // The test has gone: then it is enough, too.
              }
              whenEnough.run();
            },
            "journal");
    watch.setDaemon(true);
    watch.start();
  }

  synchronized void enter(String key, boolean wasAcknowledged) {
    try {
      out.write((wasAcknowledged ? ACKNOWLEDGED : IN_DOUBT) + key + "\n");
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (wasAcknowledged) {
      acknowledged.add(key);
    }
  }

  /** One of the keys that were acknowledged, or {@code null} if none was yet. */
  synchronized @Nullable String anyAcknowledged() {
    int size = acknowledged.size();
    return size == 0 ? null : acknowledged.get(ThreadLocalRandom.current().nextInt(size));
  }
}
