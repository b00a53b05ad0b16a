package dev.tlsbench.ycsb.cassandra;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.internal.core.protocol.ByteBufPrimitiveCodec;
import com.datastax.oss.driver.shaded.netty.buffer.ByteBuf;
import com.datastax.oss.driver.shaded.netty.buffer.ByteBufAllocator;
import com.datastax.oss.driver.shaded.netty.buffer.ByteBufUtil;
import com.datastax.oss.driver.shaded.netty.buffer.Unpooled;
import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.Register;
import com.datastax.oss.protocol.internal.request.Startup;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.Supported;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.DefaultRows;
import com.datastax.oss.protocol.internal.response.result.RawType;
import com.datastax.oss.protocol.internal.response.result.RowsMetadata;
import com.datastax.oss.protocol.internal.response.result.SetKeyspace;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Servers of CQL's native protocol, version 4, that name each other as a cluster and have no
 * tables. The first server answers its second client last of all.
 */
final class CqlCluster implements AutoCloseable {
  private static final ProtocolVersion V4 = DefaultProtocolVersion.V4;
  private static final int HEADER = FrameCodec.V3_ENCODED_HEADER_SIZE;
  private static final FrameCodec<ByteBuf> CODEC =
      FrameCodec.defaultServer(
          new ByteBufPrimitiveCodec(ByteBufAllocator.DEFAULT), Compressor.none());

  private final List<ServerSocket> servers = new ArrayList<>();
  private final CountDownLatch others;
  private final AtomicInteger clientsOfFirst = new AtomicInteger();
  private final Queue<Duration> setUps = new ConcurrentLinkedQueue<>();
  private final AtomicLong discovered = new AtomicLong();

  /** Starts servers for a number of connections, which is the total of all. */
  CqlCluster(int size, int connections) throws IOException {
    others = new CountDownLatch(connections - 1);
    for (int i = 0; i < size; i++) {
      servers.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }
    servers.forEach(server -> start(() -> accept(server)));
  }

  int port() {
    return servers.get(0).getLocalPort();
  }

  /** Returns how long each connection took until the last answer of its set-up, as seen here. */
  List<Duration> setUps() {
    return List.copyOf(setUps);
  }

  /** Returns the {@code System.nanoTime} at which a client first asked for the other servers. */
  long discovered() {
    return discovered.get();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket server) {
    try {
      while (true) {
        Socket client = server.accept();
        long accepted = System.nanoTime();
        boolean last = server == servers.get(0) && clientsOfFirst.incrementAndGet() == 2;
        start(() -> serve(server, client, accepted, last));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(ServerSocket server, Socket client, long accepted, boolean last) {
    try (client) {
      InputStream in = client.getInputStream();
      for (byte[] head = in.readNBytes(HEADER); head.length > 0; head = in.readNBytes(HEADER)) {
        ByteBuf request = Unpooled.buffer().writeBytes(head);
        request.writeBytes(in.readNBytes(request.getInt(HEADER - Integer.BYTES)));
        Frame frame = CODEC.decode(request);
        Message message = frame.message;
        if (last && message instanceof Startup) {
          others.await();
        }
        Message answer = answer(server, message);
        if (answer instanceof SetKeyspace || message instanceof Register) {
          setUps.add(Duration.ofNanos(System.nanoTime() - accepted));
        }
        Frame response =
            Frame.forResponse(
                V4.getCode(), frame.streamId, null, Frame.NO_PAYLOAD, List.of(), answer);
        client.getOutputStream().write(ByteBufUtil.getBytes(CODEC.encode(response)));
        if (answer instanceof SetKeyspace || message instanceof Register) {
          others.countDown();
        }
      }
    } catch (IOException e) {
      // The client closed it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Message answer(ServerSocket server, Message request) {
    if (request instanceof Options) {
      return new Supported(Map.of());
    }
    if (!(request instanceof Query asked)) {
      return new Ready();
    }
    String query = asked.query;
    if (query.startsWith("USE ")) {
      return new SetKeyspace("ycsb");
    }
    if (query.contains("system.local")) {
      return rows("local", List.of(server));
    }
    if (query.contains("system.peers")) {
      discovered.compareAndSet(0, System.nanoTime());
      return rows("peer", servers.stream().filter(other -> other != server).toList());
    }
    return rows("none", List.of());
  }

  /** All columns of {@code system.local} and {@code system.peers_v2} that the driver reads. */
  private DefaultRows rows(String table, List<ServerSocket> found) {
    Queue<List<ByteBuffer>> rows = new ArrayDeque<>();
    List<ColumnSpec> columns = new ArrayList<>();
    for (ServerSocket server : found) {
      List<ByteBuffer> row = new ArrayList<>();
      columns.clear();
      row(table, server)
          .forEach(
              (name, value) -> {
                RawType type = RawType.PRIMITIVES.get(DataType.BLOB);
                columns.add(new ColumnSpec("system", table, name, columns.size(), type));
                row.add(value);
              });
      rows.add(row);
    }
    return new DefaultRows(new RowsMetadata(List.copyOf(columns), null, null, null), rows);
  }

  private static Map<String, ByteBuffer> row(String table, ServerSocket server) {
    ByteBuffer address = TypeCodecs.INET.encode(server.getInetAddress(), V4);
    Map<String, ByteBuffer> row = new LinkedHashMap<>();
    // First, as the query of a new connection asks for it alone.
    row.put("cluster_name", text("cluster"));
    row.put("partitioner", text("org.apache.cassandra.dht.Murmur3Partitioner"));
    row.put("release_version", text("4.1.0"));
    row.put("data_center", text("datacenter1"));
    row.put("rack", text("rack1"));
    row.put("native_address", address);
    row.put("native_port", TypeCodecs.INT.encode(server.getLocalPort(), V4));
    row.put("host_id", TypeCodecs.UUID.encode(new UUID(0, server.getLocalPort()), V4));
    row.put("schema_version", TypeCodecs.UUID.encode(new UUID(0, 0), V4));
    Set<String> tokens = Set.of(Integer.toString(server.getLocalPort()));
    row.put("tokens", TypeCodecs.setOf(TypeCodecs.TEXT).encode(tokens, V4));
    // The driver takes a row with a peer for another server.
    row.put(table, address);
    return row;
  }

  private static ByteBuffer text(String value) {
    return TypeCodecs.TEXT.encode(value, V4);
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket server : servers) {
      server.close();
    }
  }
}
