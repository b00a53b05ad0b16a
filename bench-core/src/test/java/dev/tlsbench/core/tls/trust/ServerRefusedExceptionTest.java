package dev.tlsbench.core.tls.trust;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerRefusedExceptionTest {
  /** A weak group or a key of the client's own is no fault of the server's certificate. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Invalid CertificateVerify signature | true",
        "DH ServerKeyExchange does not comply to algorithm constraints | false",
        "No supported CertificateVerify signature algorithm for EC key | false"
      })
  void blamesTheKeyOfTheServerForItsProofAlone(String message, boolean proof) {
    assertThat(ServerRefusedException.ofProvider(new SSLHandshakeException(message)).isPresent())
        .isEqualTo(proof);
  }
}
