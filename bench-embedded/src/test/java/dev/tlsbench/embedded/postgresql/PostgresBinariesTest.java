package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.embedded.ProgramSuite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class PostgresBinariesTest extends ProgramSuite {
  PostgresBinariesTest(@TempDir Path cache) {
    super(cache, "PostgreSQL");
  }

  @Override
  protected Path program(Path cache, String os, String architecture) throws IOException {
    return PostgresBinaries.in(cache, os, architecture).resolve("postgres");
  }
}
