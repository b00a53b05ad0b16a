package dev.tlsbench.client.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts that a client in another process reports, as soon as each has ended: the client's word,
 * to be held against what the server has.
 */
final class Journal implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final List<String> acknowledged = new ArrayList<>();
  private final List<String> inDoubt = new ArrayList<>();
  private @Nullable Socket client;
  private boolean ended;
  private String lastWords = "";

  /** Starts to listen. */
  Journal() throws IOException {
    Thread reader = new Thread(this::read, "journal");
    reader.setDaemon(true);
    reader.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  synchronized List<String> acknowledged() {
    return List.copyOf(acknowledged);
  }

  synchronized List<String> inDoubt() {
    return List.copyOf(inDoubt);
  }

  /** Waits until so many more inserts were acknowledged. */
  synchronized void awaitAcknowledged(int more) throws InterruptedException {
    await(acknowledged, acknowledged.size() + more, "acknowledged");
  }

  /** Waits until so many more inserts failed. */
  synchronized void awaitInDoubt(int more) throws InterruptedException {
    await(inDoubt, inDoubt.size() + more, "in doubt");
  }

  private void await(List<String> entries, int size, String what) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (entries.size() < size) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (ended || millis <= 0) {
        throw new AssertionError(
            (ended ? "the run has ended" : "no end of the wait")
                + " with "
                + entries.size()
                + " inserts "
                + what
                + " where "
                + size
                + " were expected"
                + lastWords);
      }
      wait(millis);
    }
  }

  /** Waits until the client has said everything. */
  synchronized void awaitEnd() throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!ended) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new AssertionError("the client has not ended");
      }
      wait(millis);
    }
  }

  /** Ends the wait for a client that has ended. */
  synchronized void clientEnded(String messages) {
    lastWords = ": " + messages;
    if (client == null) {
      ended = true;
      notifyAll();
    }
  }

  /** Tells the client that it is enough. */
  synchronized void end() throws IOException {
    if (client != null) {
      client.shutdownOutput();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (this) {
      if (client != null) {
        client.close();
      }
    }
  }

  private void read() {
    try (Socket accepted = listener.accept();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(accepted.getInputStream(), StandardCharsets.UTF_8))) {
      synchronized (this) {
        client = accepted;
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        enter(line);
      }
    } catch (IOException e) {
      // The client was killed, or the test is over.
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void enter(String line) {
    if (line.startsWith(JournalWriter.ACKNOWLEDGED)) {
      acknowledged.add(line.substring(JournalWriter.ACKNOWLEDGED.length()));
    } else {
      inDoubt.add(line.substring(JournalWriter.IN_DOUBT.length()));
    }
    notifyAll();
  }
}
