package dev.tlsbench.embedded.mysql;

import dev.tlsbench.embedded.ProgramSuite;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
@Tag("full")
class MariaDbBinariesTest extends ProgramSuite {
  MariaDbBinariesTest(@TempDir Path cache) {
    super(cache, "MariaDB");
  }

  @Override
  protected Path program(Path cache, String os, String architecture) throws IOException {
    return MariaDbBinaries.in(cache, os, architecture).program();
  }
}
