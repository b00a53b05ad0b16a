package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** A record is the text of its first field; one table. */
record ToySession(TlsSettings settings, Connections connections, FailureLog failureLog)
    implements Session {
  ToySession(TlsSettings settings, Connections connections, Properties properties) {
    this(settings, connections, new FailureLog(properties, Throwable::getMessage));
  }

  @Override
  public TlsLedger ledger() {
    return connections.ledger();
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new Lines(connections.driver(ToyConnections.Client.class));
  }

  private String ask(String line) throws ConnectFailedException {
    try (ToyConnections.Client client = connections.driver(ToyConnections.Client.class)) {
      return client.ask(line);
    } catch (IOException e) {
      throw new ConnectFailedException(line + ": failed", e);
    }
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return count(table) == 0;
  }

  @Override
  public long count(String table) throws ConnectFailedException {
    return Long.parseLong(ask("SIZE"));
  }

  @Override
  public void clear(String table) throws ConnectFailedException {
    ask("CLEAR");
  }

  @Override
  public void close() {
    connections.close();
  }

  /** The operations of one thread. */
  private record Lines(ToyConnections.Client client) implements Records {
    @Override
    public Status read(
        String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
        throws IOException {
      String value = client.ask("GET " + key);
      result.put("field0", new StringByteIterator(value));
      return value.isEmpty() ? Status.NOT_FOUND : Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String startKey,
        int count,
        @Nullable Set<String> fields,
        Supplier<Map<String, ByteIterator>> records) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, FieldValues values) throws IOException {
      String text = new String(values.value(0), StandardCharsets.ISO_8859_1).replace('\n', ' ');
      return client.ask("PUT " + key + " " + text).equals("OK") ? Status.OK : Status.ERROR;
    }

    @Override
    public Status insert(String table, String key, FieldValues values) throws IOException {
      return update(table, key, values);
    }

    @Override
    public Status delete(String table, String key) throws IOException {
      return client.ask("DEL " + key).equals("OK") ? Status.OK : Status.NOT_FOUND;
    }

    @Override
    public long dump(String table) {
      throw new UnsupportedOperationException("dump");
    }

    @Override
    public <C> Status direct(Class<C> type, DirectClient.Use<C> use) {
      throw new UnsupportedOperationException("direct");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      try {
        client.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
