package dev.tlsbench.embedded.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process of an {@link EmbeddedCassandra}: starts Cassandra, and executes statements before it
 * reports that it is ready. They run inside of the server, since only there are statements executed
 * before the first user exists.
 *
 * <p>Arguments: the class of Cassandra's daemon, by which reports recognize the process, and a file
 * of statements, one a line. Cassandra's classes are on the class path of this process alone, and
 * called by reflection.
 */
final class CassandraMain {
  private CassandraMain() {}

  /** Runs the server; see the class. */
  public static void main(String[] args) {
    try {
      Class<?> daemon = Class.forName(args[0]);
      // Managed: it throws exceptions instead of ending the process.
      Object instance = daemon.getConstructor(boolean.class).newInstance(true);
      daemon.getMethod("activate").invoke(instance);
      for (String statement : Files.readAllLines(Path.of(args[1]))) {
        Class.forName("org.apache.cassandra.cql3.QueryProcessor")
            .getMethod("executeOnceInternal", String.class, Object[].class)
            .invoke(null, statement, new Object[0]);
      }
      System.out.println("ready for clients");
    } catch (ReflectiveOperationException | IOException | RuntimeException e) {
      e.printStackTrace();
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      System.err.println("[ERROR] " + String.valueOf(cause.getMessage()).replaceAll("\\s+", " "));
      System.err.flush();
      // Not exit: Cassandra's shutdown hooks wait for services that have not started.
      Runtime.getRuntime().halt(1);
    }
  }
}
