package dev.tlsbench.research;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Measures the cost of a tap against a relay that does not parse, and against no relay.
 *
 * <p>Without an argument: bulk. Three connections, each after a TLS handshake, take turns to carry
 * records of 16 KiB, as fast as they can; nothing is encrypted, since encryption would take longer
 * than the relay. With {@code HOST:PORT}: opens a tap and a relay in front of that server, prints
 * their ports, and ends when standard input ends. With a number: opens that number of connections
 * at once, each with a TLS handshake, through a tap in a process of its own, and prints the memory
 * of that process.
 */
final class TapCost {
  private static final int RECORD = 16_384;
  private static final int HEADER = 5;
  private static final int RECORDS_AT_ONCE = 16;
  private static final long TRANSFER = 128L << 20;
  private static final int WARM_UP = 5;
  private static final int BLOCKS = 20;

  /** A connection and the seconds of its transfers. */
  private record Line(String name, Socket socket, List<Double> seconds) {
    Line(String name, Socket socket) {
      this(name, socket, new ArrayList<>());
    }
  }

  /** Kept from the collector, since the finalizer of an SSLSocket reads from the socket below. */
  private static final Queue<SSLSocket> KEPT = new ConcurrentLinkedQueue<>();

  private TapCost() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 1 && args[0].indexOf(':') < 0) {
      connections(Integer.parseInt(args[0]));
    } else if (args.length == 1) {
      int colon = args[0].lastIndexOf(':');
      relay(
          new InetSocketAddress(
              args[0].substring(0, colon), Integer.parseInt(args[0].substring(colon + 1))));
    } else {
      bulk();
    }
  }

  private static void relay(InetSocketAddress server) throws IOException {
    try (Relay relay = Relay.to(server).open();
        TlsTap tap = TlsTap.to(server).open()) {
      System.out.println(relay.port() + " " + tap.port());
      while (System.in.read() >= 0) {
        // Wait for the end of the input.
      }
    }
  }

  /** Opens connections through a tap, and sends a byte over each when all are open. */
  private static void connections(int count) throws Exception {
    SSLContext context = context();
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      List<Socket> accepted = new ArrayList<>();
      Process taps = tapProcess(listener.getLocalPort());
      String ports = taps.inputReader(StandardCharsets.UTF_8).readLine();
      int tap = Integer.parseInt(ports.split(" ", 2)[1]);
      ExecutorService server = Executors.newSingleThreadExecutor();
      for (int i = 0; i < count; i++) {
        if (i == count / 2) {
          System.out.println(i + " connections: " + memory(taps));
        }
        Future<Socket> other = server.submit(() -> handshake(listener.accept(), context));
        sockets.add(connect(tap, context));
        accepted.add(other.get());
      }
      for (int i = 0; i < count; i++) {
        sockets.get(i).getOutputStream().write(i);
        if (accepted.get(i).getInputStream().read() != (i & 0xff)) {
          throw new IOException("connection " + i + " does not carry what was sent");
        }
      }
      System.out.println(count + " connections, all of which carry data: " + memory(taps));
      server.shutdown();
      taps.getOutputStream().close();
      taps.waitFor();
    }
  }

  private static Process tapProcess(int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            TapCost.class.getName(),
            "127.0.0.1:" + port)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Returns a process's memory as Linux reports it. */
  private static String memory(Process process) throws IOException {
    Path folder = Path.of("/proc", Long.toString(process.pid()));
    String resident =
        Files.readAllLines(folder.resolve("status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .findFirst()
            .orElse("unknown");
    try (Stream<Path> descriptors = Files.list(folder.resolve("fd"))) {
      return resident.replaceAll("\\s+", " ") + ", " + descriptors.count() + " descriptors";
    }
  }

  /** Completes the server's side of a handshake; later bytes are not encrypted. */
  private static Socket handshake(Socket socket, SSLContext context) throws IOException {
    SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), false);
    tls.setUseClientMode(false);
    tls.setEnabledProtocols(new String[] {"TLSv1.2"});
    tls.startHandshake();
    KEPT.add(tls);
    return socket;
  }

  private static void bulk() throws Exception {
    SSLContext context = context();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      InetSocketAddress server =
          new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
      Thread sinks = new Thread(() -> accept(listener, context));
      sinks.setDaemon(true);
      sinks.start();
      try (Relay relay = Relay.to(server).open();
          TlsTap tap = TlsTap.to(server).open()) {
        Line direct = new Line("direct", connect(server.getPort(), context));
        Line blind = new Line("relay", connect(relay.port(), context));
        Line watched = new Line("tap", connect(tap.port(), context));
        measure(List.of(direct, blind, watched), blind);
        tap.await(
            1,
            seen -> seen.transfer().toServerBytes() > (WARM_UP + BLOCKS) * TRANSFER,
            Duration.ofSeconds(10));
      }
    }
  }

  /** Creates a context for both sides: a certificate, and trust in its authority. */
  private static SSLContext context() throws Exception {
    CertificateAuthority authority = CertificateAuthority.create();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(authority.issueServer().keyStore("unused"), "unused".toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authority.trustStore());
    // Under TLS 1.3 the server would send tickets after the handshake.
    SSLContext context = SSLContext.getInstance("TLSv1.2");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static Socket connect(int port, SSLContext context) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", port, false);
    tls.startHandshake();
    KEPT.add(tls);
    return socket;
  }

  private static void accept(ServerSocket listener, SSLContext context) {
    while (true) {
      try {
        Socket socket = listener.accept();
        Thread sink = new Thread(() -> read(socket, context));
        sink.setDaemon(true);
        sink.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Answers each transfer with a byte; bytes after the handshake are not encrypted. */
  private static void read(Socket socket, SSLContext context) {
    try (socket) {
      handshake(socket, context);
      InputStream in = socket.getInputStream();
      byte[] piece = new byte[1 << 18];
      while (true) {
        long left = TRANSFER;
        while (left > 0) {
          int read = in.read(piece, 0, (int) Math.min(piece.length, left));
          if (read < 0) {
            return;
          }
          left -= read;
        }
        socket.getOutputStream().write(0);
      }
    } catch (IOException e) {
      // The client has left.
    }
  }

  private static void measure(List<Line> lines, Line reference) throws IOException {
    byte[] records = records();
    List<Line> order = new ArrayList<>(lines);
    Random random = new Random(1);
    for (int block = 0; block < WARM_UP + BLOCKS; block++) {
      Collections.shuffle(order, random);
      for (Line line : order) {
        double taken = transfer(line.socket(), records);
        if (block >= WARM_UP) {
          line.seconds().add(taken);
        }
      }
    }
    for (Line line : lines) {
      System.out.printf(
          Locale.ROOT,
          "%-6s %.2f GB/s, time / relay %s%n",
          line.name(),
          TRANSFER / 1e9 / PairedRatio.median(line.seconds()),
          PairedRatio.of(line.seconds(), reference.seconds()));
    }
  }

  private static byte[] records() {
    byte[] bytes = new byte[RECORDS_AT_ONCE * RECORD];
    for (int start = 0; start < bytes.length; start += RECORD) {
      int length = RECORD - HEADER;
      bytes[start] = 23; // application data, RFC 8446, section 5.1
      bytes[start + 1] = 3;
      bytes[start + 2] = 3;
      bytes[start + 3] = (byte) (length >> 8);
      bytes[start + 4] = (byte) length;
    }
    return bytes;
  }

  private static double transfer(Socket socket, byte[] records) throws IOException {
    long start = System.nanoTime();
    for (long sent = 0; sent < TRANSFER; sent += records.length) {
      socket.getOutputStream().write(records);
    }
    if (socket.getInputStream().read() != 0) {
      throw new IOException("the server did not take all of it");
    }
    return (System.nanoTime() - start) / 1e9;
  }
}
