package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InstalledOpenSslTest {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final Path directory;

  InstalledOpenSslTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private OpenSslSpeeds measure(Duration grace, Set<SpeedTest> tests, String... script)
      throws IOException {
    Path program = directory.resolve("openssl");
    Files.writeString(program, "#!/bin/sh\n" + String.join("\n", script) + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new InstalledOpenSsl(program.toString(), grace).measure(tests, Duration.ofSeconds(60));
  }

  @Test
  void readsBytesASecondOfACipher() {
    assertThat(SpeedTest.AES128_GCM.parse("+H:16384\n+F:25:AES-128-GCM:5009507024.18\n"))
        .hasValue(List.of(5009507024.18));
  }

  @Test
  void readsSignaturesAndVerificationsOfAKey() {
    assertThat(SpeedTest.RSA_2048.parse("+F2:2:2048:4380.952381:74140.677966\n"))
        .hasValue(List.of(4380.952381, 74140.677966));
    assertThat(SpeedTest.RSA_2048.parse("+F2:2:2048:4380.95:74140.68:73000.1:4350.2\n"))
        .as("with encryptions and decryptions, by later versions of OpenSSL")
        .hasValue(List.of(4380.95, 74140.68));
    assertThat(SpeedTest.P_256.parse("+F4:3:256:63859.701493:22925.000000\n"))
        .hasValue(List.of(63859.701493, 22925.0));
    assertThat(SpeedTest.ED25519.parse("+F6:0:253:Ed25519:41371.717172:15230.303030\n"))
        .hasValue(List.of(41371.717172, 15230.303030));
  }

  @Test
  void readsDerivationsOfAGroup() {
    assertThat(SpeedTest.X25519.parse("+F5:22:253:39194.949495:0.000026\n"))
        .hasValue(List.of(39194.949495));
  }

  @Test
  void readsNothingOutOfOtherOutput() {
    assertThat(SpeedTest.RC4.parse("")).isEmpty();
    assertThat(SpeedTest.RC4.parse("+F:25:RC4:0.00\n")).isEmpty();
    assertThat(SpeedTest.RC4.parse("+F:25:RC4:many\n")).isEmpty();
    assertThat(SpeedTest.RSA_2048.parse("+F:25:AES-128-GCM:5009507024.18\n")).isEmpty();
  }

  @Test
  void saysThatThereIsNone() {
    OpenSslSpeeds speeds =
        new InstalledOpenSsl(directory.resolve("openssl").toString(), GRACE)
            .measure(EnumSet.of(SpeedTest.RC4), Duration.ofSeconds(60));

    assertThat(speeds.version()).isNull();
    assertThat(speeds.reason(SpeedTest.RC4)).isEqualTo("no openssl on this machine");
  }

  @Test
  void takesTheMedianOfThreeRuns() throws IOException {
    OpenSslSpeeds speeds =
        measure(
            GRACE,
            EnumSet.of(SpeedTest.AES128_GCM),
            "[ \"$1\" = version ] && echo 'OpenSSL 3.9.9 1 Jan 2030 (Library: other)' && exit",
            "[ \"$*\" = 'speed -mr -seconds 1 -evp aes-128-gcm -bytes 16384' ] || exit 1",
            "cd \"${0%/*}\" && echo run >> runs",
            "case $(wc -l < runs) in 1) v=1e9 ;; 2) v=9e9 ;; *) v=2e9 ;; esac",
            "echo \"+F:25:AES-128-GCM:$v\"");

    assertThat(speeds.version()).isEqualTo("OpenSSL 3.9.9 1 Jan 2030");
    assertThat(speeds.runs()).isEqualTo(3);
    assertThat(speeds.micros(SpeedTest.AES128_GCM, SpeedTest.BYTE).orElseThrow())
        .isCloseTo(0.0005, within(1e-12));
  }

  @Test
  void saysWhatItLacksAndGoesOnWithTheRest() throws IOException {
    OpenSslSpeeds speeds =
        measure(
            GRACE,
            EnumSet.of(SpeedTest.RC4, SpeedTest.X25519),
            "[ \"$1\" = version ] && exit 3",
            "case \"$*\" in *rc4*) exit 1 ;; esac",
            "echo +F5:22:253:40000.0:0.000025");

    assertThat(speeds.reason(SpeedTest.RC4)).isEqualTo("this openssl has no rc4, or failed at it");
    assertThat(speeds.micros(SpeedTest.X25519, SpeedTest.DERIVE).orElseThrow())
        .isCloseTo(25, within(1e-9));
    assertThat(speeds.version()).isEqualTo("openssl of unknown version");
  }

  @Test
  @Timeout(60)
  void stopsOneThatHangsAndWhatItStarted() throws IOException {
    OpenSslSpeeds speeds =
        measure(
            Duration.ofMillis(200),
            EnumSet.of(SpeedTest.RC4),
            "[ \"$1\" = version ] && exit 0",
            "sleep 600 & echo $! > \"${0%/*}/child\"; wait");

    assertThat(speeds.reason(SpeedTest.RC4))
        .isEqualTo("openssl speed rc4 did not end in time and was stopped");
    long child = Long.parseLong(Files.readString(directory.resolve("child")).strip());
    while (ProcessHandle.of(child).flatMap(process -> process.info().command()).isPresent()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void measuresTheOneOfThisMachine() {
    InstalledOpenSsl openSsl = new InstalledOpenSsl();
    assumeTrue(openSsl.measure(Set.of(), Duration.ZERO).version() != null, "no openssl");

    OpenSslSpeeds speeds =
        openSsl.measure(EnumSet.of(SpeedTest.AES128_GCM, SpeedTest.RSA_2048), Duration.ZERO);

    assertThat(speeds.reason(SpeedTest.AES128_GCM)).contains("no time left");
    speeds =
        openSsl.measure(EnumSet.of(SpeedTest.AES128_GCM, SpeedTest.P_256), Duration.ofSeconds(5));
    assertThat(speeds.micros(SpeedTest.AES128_GCM, SpeedTest.BYTE).orElseThrow())
        .isBetween(1e-6, 1.0);
    assertThat(speeds.micros(SpeedTest.P_256, SpeedTest.SIGN)).isPresent();
    assertThat(speeds.micros(SpeedTest.P_256, SpeedTest.VERIFY)).isPresent();
  }
}
