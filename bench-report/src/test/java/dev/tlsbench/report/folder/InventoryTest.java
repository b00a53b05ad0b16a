package dev.tlsbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts about this machine without names of hosts or users. */
class InventoryTest {
  @Test
  void leavesTheLastNameOfPathsAlone() {
    assertThat(Inventory.withoutPath("-XX:ErrorFile=/home/someone/x.log"))
        .isEqualTo("-XX:ErrorFile=…/x.log");
    assertThat(Inventory.withoutPath("-Xmx1g")).isEqualTo("-Xmx1g");
  }

  @Test
  void leavesOutTheLaunchersArchiveOfClasses() {
    assertThat(
            Stream.of(
                    "-Xmx1g",
                    "-Xlog:cds*=off",
                    "-XX:SharedArchiveFile=/x/y.jsa",
                    "-XX:DumpLoadedClassList=/x/y.list",
                    "-Dpassword=x")
                .filter(Inventory::isOfUser))
        .containsExactly("-Xmx1g");
  }

  @Test
  void knowsNoCommitOutsideOfACheckout(@TempDir Path elsewhere) {
    assertThat(Inventory.commit(null)).isEmpty();
    assertThat(Inventory.commit(elsewhere.toString())).isEmpty();
  }
}
