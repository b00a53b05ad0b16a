package dev.tlsbench.embedded.cassandra;

import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Cassandra's jars, unpacked from the library {@code cassandra-server}. */
final class CassandraBinaries {
  private static final ServerProgram PROGRAM =
      new ServerProgram(CassandraBinaries.class, "Cassandra", 60);

  private static final String JARS = "cassandra";

  /** A resource with the names of all others. */
  private static final String NAMES = JARS + "/names";

  private CassandraBinaries() {}

  /**
   * Finds the jars, or unpacks them.
   *
   * @param cache the directory to keep them in; null for the user's
   * @throws StartFailedException if there is no Cassandra for this machine
   */
  static Path in(@Nullable Path cache, String os, String architecture) throws IOException {
    return PROGRAM.in(cache, os, architecture, CassandraBinaries::copyTo).resolve(JARS);
  }

  private static void copyTo(Path target) throws IOException {
    Files.createDirectories(target.resolve(JARS));
    copy(NAMES, target);
    for (String name : Files.readString(target.resolve(NAMES)).strip().split(":", -1)) {
      copy(name, target);
    }
  }

  private static void copy(String name, Path target) throws IOException {
    try (InputStream in = CassandraBinaries.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new StartFailedException(
            "Cassandra: its program is not on the class path; add cassandra-server (of the"
                + " tarballs, -full has it), or give the URL of a server");
      }
      Files.copy(in, target.resolve(name));
    }
  }
}
