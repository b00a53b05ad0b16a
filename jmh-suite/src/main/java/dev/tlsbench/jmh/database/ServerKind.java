package dev.tlsbench.jmh.database;

import dev.tlsbench.embedded.EmbeddedMongo;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.embedded.EmbeddedServer;
import java.io.IOException;

/** The servers that there are. The key in the certificate is P-256 with all of them. */
enum ServerKind {
  /** mongo-java-server, plain text only. */
  MONGODB_PLAIN {
    @Override
    EmbeddedServer start() throws IOException {
      return mongo().plain().start();
    }
  },

  /** mongo-java-server, TLS only; exchanges keys as MariaDB does, so that the two compare. */
  MONGODB {
    @Override
    EmbeddedServer start() throws IOException {
      return mongo().namedGroups(Protection.GROUP).start();
    }
  },

  /** MariaDB, plain text and TLS. */
  MYSQL {
    @Override
    EmbeddedServer start() throws IOException {
      return EmbeddedMySql.start();
    }
  };

  /** Starts such a server. */
  abstract EmbeddedServer start() throws IOException;

  /** Its JVM gets a collector without threads that would compete with the client. */
  private static EmbeddedMongo.Builder mongo() {
    return EmbeddedMongo.builder().jvmOptions("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");
  }
}
