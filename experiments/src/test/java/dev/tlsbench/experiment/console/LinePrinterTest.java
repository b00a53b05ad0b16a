package dev.tlsbench.experiment.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinePrinterTest {
  /** A pipe holds a byte, so the first line waits for its reader; two more may wait behind it. */
  @Test
  void dropsAndCountsLinesIfTheReaderIsSlow() throws Exception {
    try (PipedInputStream pipe = new PipedInputStream(1);
        BufferedReader reader = new BufferedReader(new InputStreamReader(pipe, UTF_8));
        PrintStream out = new PrintStream(new PipedOutputStream(pipe), true, UTF_8)) {
      LinePrinter printer = new LinePrinter(out, 2);
      try (printer) {
        printer.print(() -> "first");
        while (pipe.available() == 0) {
          Thread.onSpinWait();
        }
        for (int i = 0; i < 5; i++) {
          String line = "line " + i;
          printer.print(() -> line);
        }
        assertThat(printer.dropped()).isEqualTo(3);
        assertThat(reader.readLine()).isEqualTo("first");
        assertThat(reader.readLine()).isEqualTo("line 0");
        assertThat(reader.readLine()).isEqualTo("line 1");
      }
      assertThat(printer.dropped()).isEqualTo(3);
    }
  }
}
