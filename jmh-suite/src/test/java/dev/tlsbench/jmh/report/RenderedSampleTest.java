package dev.tlsbench.jmh.report;

import java.nio.file.*;
import org.junit.jupiter.api.Test;

class RenderedSampleTest {
  @Test
  void r() throws Exception {
    Path d = Files.createDirectories(Path.of("/tmp/rep/out"));
    Report r = Report.write(Sample.quick(d, true), new InstalledOpenSsl(), Path.of(""));
    Files.writeString(d.resolve("console.txt"), r.console());
  }
}
