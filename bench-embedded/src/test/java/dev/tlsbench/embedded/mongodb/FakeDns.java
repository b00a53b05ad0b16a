package dev.tlsbench.embedded.mongodb;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A name server (RFC 1035) for the look-ups of this JVM by JNDI, until it is closed. */
final class FakeDns implements AutoCloseable {
  private static final String PROVIDER = "java.naming.provider.url";
  private static final int HEADER = 12;
  private static final int TXT = 16;
  private static final int SRV = 33;
  private static final int NO_SUCH_NAME = 3;

  private final Map<String, List<byte[]>> records = new HashMap<>();
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final DatagramSocket socket;

  FakeDns() throws IOException {
    socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    System.setProperty(
        PROVIDER,
        "dns://" + socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort());
  }

  FakeDns start() {
    Thread answers = new Thread(this::answer, "fake-dns");
    answers.setDaemon(true);
    answers.start();
    return this;
  }

  FakeDns srv(String name, int port, String target) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(data);
    out.writeShort(0);
    out.writeShort(0);
    out.writeShort(port);
    for (String label : target.split("\\.", -1)) {
      out.writeByte(label.length());
      out.write(label.getBytes(StandardCharsets.ISO_8859_1));
    }
    out.writeByte(0);
    return add(SRV, "_mongodb._tcp." + name, data.toByteArray());
  }

  FakeDns txt(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return add(
        TXT,
        name,
        ByteBuffer.allocate(bytes.length + 1).put((byte) bytes.length).put(bytes).array());
  }

  /** Never answers for this name. */
  FakeDns silentOn(String name) {
    silent.add(name);
    return this;
  }

  private FakeDns add(int type, String name, byte[] data) {
    records.computeIfAbsent(type + " " + name, none -> new ArrayList<>()).add(data);
    return this;
  }

  private void answer() {
    byte[] buffer = new byte[512];
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] answer = answer(buffer, packet.getLength());
        if (answer.length > 0) {
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private byte[] answer(byte[] packet, int length) throws IOException {
    ByteBuffer question = ByteBuffer.wrap(packet, 0, length);
    short id = question.getShort(0);
    question.position(HEADER);
    List<String> labels = new ArrayList<>();
    for (int size = question.get(); size > 0; size = question.get()) {
      byte[] label = new byte[size];
      question.get(label);
      labels.add(new String(label, StandardCharsets.ISO_8859_1));
    }
    String name = String.join(".", labels).toLowerCase(Locale.ROOT);
    int type = question.getShort();
    question.getShort();
    if (silent.contains(name)) {
      return new byte[0];
    }
    List<byte[]> found = records.getOrDefault(type + " " + name, List.of());
    boolean known =
        records.keySet().stream()
            .anyMatch(key -> Objects.equals(key.substring(key.indexOf(' ') + 1), name));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(id);
    // An answer with authority; recursion is available.
    out.writeShort(0x8580 | (known ? 0 : NO_SUCH_NAME));
    out.writeShort(1);
    out.writeShort(found.size());
    out.writeInt(0);
    out.write(packet, HEADER, question.position() - HEADER);
    for (byte[] data : found) {
      out.writeShort(0xC000 | HEADER);
      out.writeShort(type);
      out.writeShort(1);
      out.writeInt(60);
      out.writeShort(data.length);
      out.write(data);
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    System.clearProperty(PROVIDER);
    socket.close();
  }
}
