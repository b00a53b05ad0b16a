package dev.tlsbench.ycsb.workload;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import dev.tlsbench.ycsb.session.DirectClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.RawBsonDocument;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Reads a whole table or collection repeatedly, and discards it. Records and properties are the
 * same as in YCSB's core workload; {@code table} may name any other table.
 *
 * <p>MySQL: {@code SELECT *} read row by row from the socket, as {@code mysqldump} does by default
 * (<a
 * href="https://dev.mysql.com/doc/refman/9.7/en/mysqldump.html#option_mysqldump_quick">--quick</a>).
 * MongoDB: a {@code find} without a filter, as {@code mongodump} sends it, in the driver's batches.
 *
 * <p>An operation has the series {@code DUMP}. It fails if it reads another number of bytes than
 * this workload's first operation: the table has changed, and the operations are not comparable.
 * Thread-safe.
 */
public final class DumpWorkload extends CoreWorkload {
  private static final String OPERATION = "DUMP";

  private final AtomicLong bytes = new AtomicLong();
  private String name = "";

  /** Creates the workload; YCSB calls this by the name in the property {@code workload}. */
  public DumpWorkload() {}

  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(properties);
    name = properties.getProperty("mysql.table", table);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    DirectClient client = DirectClient.of(db);
    Status status =
        client.connectionType() == Connection.class
            ? client.direct(OPERATION, Connection.class, on -> judged(dump(on)))
            : client.direct(OPERATION, MongoDatabase.class, on -> judged(dump(on)));
    return status.isOk();
  }

  /**
   * Returns the number of bytes that a dump reads.
   *
   * @return bytes of the columns' values as text, or of documents with their names; 0 before the
   *     first dump
   */
  public long bytes() {
    return bytes.get();
  }

  private Status judged(long read) {
    long expected = bytes.compareAndExchange(0, read);
    return expected == 0 || expected == read ? Status.OK : Status.UNEXPECTED_STATE;
  }

  private long dump(Connection connection) throws SQLException {
    long read = 0;
    try (Statement statement =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      // Makes Connector/J stream row by row.
      statement.setFetchSize(Integer.MIN_VALUE);
      try (ResultSet row = statement.executeQuery("SELECT * FROM " + quoted(name))) {
        int columns = row.getMetaData().getColumnCount();
        while (row.next()) {
          for (int column = 1; column <= columns; column++) {
            byte[] value = row.getBytes(column);
            read += value == null ? 0 : value.length;
          }
        }
      }
    }
    return read;
  }

  private long dump(MongoDatabase database) {
    MongoCollection<RawBsonDocument> collection =
        database.getCollection(name, RawBsonDocument.class);
    long read = 0;
    try (MongoCursor<RawBsonDocument> documents = collection.find().cursor()) {
      while (documents.hasNext()) {
        read += documents.next().getByteBuffer().remaining();
      }
    }
    return read;
  }

  private static String quoted(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }
}
