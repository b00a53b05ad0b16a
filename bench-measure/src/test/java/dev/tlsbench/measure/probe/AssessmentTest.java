package dev.tlsbench.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.probe.Assessment.Remark;
import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.probe.ProbeResult.ChainLink;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import dev.tlsbench.measure.probe.ProbeResult.Validity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssessmentTest {
  private static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");
  private static final Protocol TLS13 = protocol("TLSv1.3", "TLS_AES_128_GCM_SHA256");

  private static Protocol protocol(String name, String... suites) {
    return new Protocol(name, suites.length > 0, List.of(suites), List.of(), null, null);
  }

  private static Assessment of(Protocol... protocols) {
    return Assessment.of(List.of(protocols), null, null, NOW);
  }

  private static ChainLink link(
      String subject, String issuer, int bits, String signature, long daysLeft) {
    return new ChainLink(
        subject,
        issuer,
        List.of(),
        new ProbeResult.Key("RSA", bits),
        signature,
        new Validity("2026-01-01T00:00:00Z", "2030-01-01T00:00:00Z", daysLeft),
        "00");
  }

  private static List<Remark> of(@Nullable Boolean trusted, String anchors, ChainLink... chain) {
    Certificate certificate = new Certificate(trusted, anchors, null, true, null, List.of(chain));
    return Assessment.of(List.of(TLS13), certificate, null, NOW).remarks();
  }

  @Test
  void isModernWithoutAnythingToImprove() {
    Assessment modern = of(TLS13, protocol("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"));

    assertThat(modern.grade()).isEqualTo(Grade.MODERN);
    assertThat(modern.remarks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_RSA_WITH_RC4_128_SHA, WEAK, RFC 7465",
    "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA, WEAK, CVE-2016-2183",
    "TLS_ECDHE_RSA_WITH_NULL_SHA, WEAK, 'RFC 9325, section 4.1'",
    "TLS_RSA_EXPORT_WITH_RC4_40_MD5, WEAK, 'RFC 9325, section 4.1'",
    "TLS_DH_anon_WITH_AES_128_GCM_SHA256, WEAK, 'RFC 5246, appendix A.5'",
    "TLS_DHE_RSA_WITH_DES_CBC_SHA, WEAK, 'RFC 9325, section 4.1'",
    "TLS_RSA_WITH_AES_128_GCM_SHA256, ACCEPTABLE, 'RFC 9325, section 4.1'",
    "TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256, ACCEPTABLE, 'RFC 9325, section 4.1'",
    "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256, ACCEPTABLE, 'RFC 9325, section 4.1'",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, ACCEPTABLE, 'RFC 9325, section 4.2'",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, ACCEPTABLE, 'RFC 9325, section 4.2'"
  })
  void remarksOnOldSuites(String suite, Grade grade, String rule) {
    Assessment found = of(TLS13, protocol("TLSv1.2", suite));

    assertThat(found.grade()).isEqualTo(grade);
    assertThat(found.remarks())
        .singleElement()
        .satisfies(
            remark -> {
              assertThat(remark.about()).isEqualTo(suite);
              assertThat(remark.rule()).isEqualTo(rule);
            });
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.1, RFC 8996", "TLSv1, RFC 8996", "SSLv3, RFC 7568"})
  void remarksOnOldProtocols(String protocol, String rule) {
    Assessment found = of(TLS13, protocol(protocol, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"));

    assertThat(found.grade()).isEqualTo(Grade.WEAK);
    assertThat(found.remarks()).extracting(Remark::rule).containsExactly(rule);
  }

  @Test
  void remarksOnAMissingTls13() {
    Protocol tls12 = protocol("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    assertThat(of(protocol("TLSv1.3"), tls12).grade()).isEqualTo(Grade.ACCEPTABLE);
  }

  @Test
  void remarksOnChains() {
    ChainLink good = link("CN=db", "CN=ca", 2048, "SHA256withRSA", 200);
    ChainLink root = link("CN=ca", "CN=ca", 2048, "SHA1withRSA", 200);
    assertThat(of(true, "ca.pem", good)).isEmpty();
    assertThat(of(true, "ca.pem", good, root)).isEmpty();
    assertThat(places(of(false, "ca.pem", good, root)))
        .containsExactly("WEAK certificate 0: trust");
    assertThat(places(of(false, "JVM", good))).containsExactly("MODERN certificate 0: issuer");
    assertThat(places(of(true, "ca.pem", link("CN=db", "CN=ca", 1024, "SHA1withRSA", -1))))
        .containsExactly(
            "WEAK certificate 0: key",
            "WEAK certificate 0: signed with",
            "WEAK certificate 0: valid");
    assertThat(places(of(true, "ca.pem", link("CN=db", "CN=db", 2048, "SHA256withRSA", 30))))
        .containsExactly("ACCEPTABLE certificate 0: valid", "ACCEPTABLE certificate 0: issuer");
  }

  @Test
  void remarksOnANameThatDiffersAndOnPlainText() {
    Certificate other =
        new Certificate(
            true,
            "ca.pem",
            null,
            false,
            "for x",
            List.of(link("CN=db", "CN=ca", 2048, "SHA256withRSA", 200)));
    Assessment found = Assessment.of(List.of(TLS13), other, true, NOW);

    assertThat(places(found.remarks()))
        .containsExactly("WEAK certificate 0: names", "ACCEPTABLE plain text");
  }

  private static List<String> places(List<Remark> remarks) {
    return remarks.stream().map(remark -> remark.grade() + " " + remark.about()).toList();
  }
}
