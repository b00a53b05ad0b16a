package dev.tlsbench.measure;

import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Embedded servers with the defaults, shared by the tests of a JVM, as a start takes seconds. A
 * test that changes more than rows of its own tables starts another one. They end with the JVM.
 */
public final class Servers {
  private Servers() {}

  /** Returns the MySQL server; {@code usertable} is for 50 records with the fields of YCSB. */
  public static EmbeddedMySql mySql() {
    return MySql.SERVER;
  }

  /**
   * Returns the MongoDB server, which accepts plain connections, too; {@code usertable} is for 50
   * records with the fields of YCSB.
   */
  public static EmbeddedMongo mongo() {
    return Mongo.SERVER;
  }

  /** Returns the Cassandra, which accepts plain connections, too. */
  public static EmbeddedCassandra cassandra() {
    return Cassandra.SERVER;
  }

  private static final class Cassandra {
    static final EmbeddedCassandra SERVER = start();

    private static EmbeddedCassandra start() {
      try {
        return EmbeddedCassandra.builder().allowPlain().start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class MySql {
    static final EmbeddedMySql SERVER = start();

    private static EmbeddedMySql start() {
      try {
        return EmbeddedMySql.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Mongo {
    static final EmbeddedMongo SERVER = start();

    private static EmbeddedMongo start() {
      try {
        return EmbeddedMongo.builder().allowPlain().start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
