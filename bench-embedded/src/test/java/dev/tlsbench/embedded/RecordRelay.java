package dev.tlsbench.embedded;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Stands between a client and a server of TLS, and passes on so many of the server's records (RFC
 * 8446, section 5.1) before something goes wrong. Keeps every byte that the client sends.
 */
final class RecordRelay implements AutoCloseable {
  /** A fault in place of the first record that is not passed on. */
  interface Fault {
    /**
     * Does it.
     *
     * @param record that the server sent, header and all
     * @param client to write to, to close, or to leave waiting
     * @return whether records are passed on again after this
     */
    boolean happen(byte[] record, Socket client) throws IOException;
  }

  /** The content type of what is encrypted under TLS 1.3, and of data under TLS 1.2. */
  private static final int APPLICATION_DATA = 23;

  private final ServerSocket listener;
  private final DatabaseClient database;
  private final int serverPort;
  private final int passed;
  private final Fault fault;
  private final UnaryOperator<byte[]> ofClientHello;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ByteArrayOutputStream sentByClient = new ByteArrayOutputStream();
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicInteger recordsOfHandshake = new AtomicInteger();

  private RecordRelay(
      DatabaseClient database,
      int serverPort,
      int passed,
      Fault fault,
      UnaryOperator<byte[]> ofClientHello)
      throws IOException {
    this.database = database;
    this.serverPort = serverPort;
    this.passed = passed;
    this.fault = fault;
    this.ofClientHello = ofClientHello;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Passes everything on. */
  static RecordRelay counting(HostileServer server, DatabaseClient database) throws IOException {
    return failing(server, database, Integer.MAX_VALUE, (record, client) -> true);
  }

  static RecordRelay failing(HostileServer server, DatabaseClient database, int passed, Fault fault)
      throws IOException {
    return new RecordRelay(database, server.port(), passed, fault, UnaryOperator.identity());
  }

  /** Changes the first record of the client. */
  static RecordRelay changing(
      HostileServer server, DatabaseClient database, UnaryOperator<byte[]> clientHello)
      throws IOException {
    return new RecordRelay(
        database, server.port(), Integer.MAX_VALUE, (record, client) -> true, clientHello);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "record-relay");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /**
   * Returns the number of records that the server had sent before the client first used what they
   * agreed on: under TLS 1.3 its Finished, under TLS 1.2 what it came to say.
   */
  int recordsOfHandshake() {
    return recordsOfHandshake.get();
  }

  /** As the client sent it, so encrypted if the client is right. */
  String sentByClient() {
    synchronized (sentByClient) {
      return sentByClient.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        client.setTcpNoDelay(true);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        open.add(server);
        server.setTcpNoDelay(true);
        start(() -> pass(() -> fromClient(client, server), client, server));
        start(() -> pass(() -> fromServer(client, server), client, server));
      } catch (IOException e) {
        // Closed, or one of the two is gone already.
      }
    }
  }

  private interface Direction {
    /** Returns whether the other direction, too, is at its end. */
    boolean pass() throws IOException;
  }

  private void pass(Direction direction, Socket client, Socket server) {
    boolean over = true;
    try {
      over = direction.pass();
    } catch (IOException e) {
      // Whoever it was is gone; the other one is to hear of it.
    }
    if (over) {
      closeQuietly(client);
      closeQuietly(server);
    }
  }

  private void closeQuietly(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // It is no longer open in any case.
    }
  }

  private boolean fromClient(Socket client, Socket server) throws IOException {
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    out.write(kept(in.readNBytes(database.requestLength())));
    out.write(ofClientHello.apply(kept(readRecord(in))));
    while (true) {
      byte[] record = kept(readRecord(in));
      if (record[0] == APPLICATION_DATA) {
        recordsOfHandshake.compareAndSet(0, records.get());
      }
      out.write(record);
    }
  }

  private byte[] kept(byte[] bytes) {
    synchronized (sentByClient) {
      sentByClient.writeBytes(bytes);
    }
    return bytes;
  }

  private boolean fromServer(Socket client, Socket server) throws IOException {
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    out.write(in.readNBytes(database.greeting().length));
    for (int number = 0; ; number++) {
      byte[] record = readRecord(in);
      records.incrementAndGet();
      if (number != passed) {
        out.write(record);
      } else if (!fault.happen(record, client)) {
        // The client must find out by itself, so its connection is left as the fault left it.
        return client.isClosed();
      }
    }
  }

  private static byte[] readRecord(InputStream in) throws IOException {
    byte[] header = in.readNBytes(5);
    if (header.length < 5) {
      throw new EOFException();
    }
    byte[] body = in.readNBytes((header[3] & 0xFF) << 8 | (header[4] & 0xFF));
    byte[] record = Arrays.copyOf(header, header.length + body.length);
    System.arraycopy(body, 0, record, header.length, body.length);
    return record;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    open.forEach(this::closeQuietly);
  }
}
