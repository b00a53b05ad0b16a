package dev.tlsbench.core.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each provider offers on the wire exactly what was asked for. */
class OfferTest {
  private static final String HOST = "db.example.org";

  @ParameterizedTest
  @EnumSource
  void offersBothProtocolsByDefault(TlsProvider provider) {
    assertThat(ClientHello.of(settings(provider).build(), HOST).protocols())
        .containsExactly("TLSv1.3", "TLSv1.2");
  }

  @ParameterizedTest
  @EnumSource
  void offersEachProtocolAlone(TlsProvider provider) {
    assertAll(
        provider.implementation().protocols().stream()
            .map(protocol -> offersOnly(provider, protocol)));
  }

  private static Executable offersOnly(TlsProvider provider, String protocol) {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    return () -> {
      ClientHello hello = ClientHello.of(settings, HOST);
      assertThat(hello.protocols()).containsExactly(protocol);
      assertThat(hello.cipherSuites())
          .isNotEmpty()
          .allMatch(suite -> TlsNames.fits(suite, protocol), "belongs to " + protocol);
    };
  }

  @ParameterizedTest
  @EnumSource
  void offersEachCipherSuiteAlone(TlsProvider provider) {
    TlsImplementation implementation = provider.implementation();
    assertAll(
        implementation.cipherSuites().stream()
            .filter(suite -> implementation.limitsTls13Suites() || !TlsNames.isTls13(suite))
            .map(
                suite ->
                    () ->
                        assertThat(
                                ClientHello.of(
                                        settings(provider).cipherSuites(List.of(suite)).build(),
                                        HOST)
                                    .cipherSuites())
                            .containsExactly(suite)));
  }

  @ParameterizedTest
  @EnumSource
  void offersSuitesOfBothProtocolsTogether(TlsProvider provider) {
    TlsImplementation implementation = provider.implementation();
    List<String> suites = new ArrayList<>(tls13Suites(implementation));
    suites.add("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
    suites.add("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

    assertThat(ClientHello.of(settings(provider).cipherSuites(suites).build(), HOST).cipherSuites())
        .containsExactlyInAnyOrderElementsOf(suites);
  }

  @ParameterizedTest
  @EnumSource
  void offersAllSuitesOfTls13Alone(TlsProvider provider) {
    Set<String> suites = tls13Suites(provider.implementation());

    ClientHello hello =
        ClientHello.of(settings(provider).cipherSuites(List.copyOf(suites)).build(), HOST);

    assertThat(hello.protocols()).containsExactly("TLSv1.3");
    assertThat(hello.cipherSuites()).containsExactlyInAnyOrderElementsOf(suites);
  }

  @ParameterizedTest
  @EnumSource
  void limitsTls12ToEachSuiteAndLeavesTls13AsItIs(TlsProvider provider) {
    ClientHello defaults = ClientHello.of(settings(provider).build(), HOST);
    List<String> tls13 = defaults.cipherSuites().stream().filter(TlsNames::isTls13).toList();
    assertThat(tls13).isNotEmpty();

    assertAll(
        provider.implementation().cipherSuites().stream()
            .filter(suite -> TlsNames.fits(suite, "TLSv1.2"))
            .map(
                suite ->
                    offers(
                        settings(provider).tls12CipherSuites(List.of(suite)),
                        Stream.concat(tls13.stream(), Stream.of(suite)).toList())));
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK", "BOUNCY_CASTLE"})
  void limitsTls13ToEachSuiteAndLeavesTls12AsItIs(TlsProvider provider) {
    TlsImplementation implementation = provider.implementation();
    ClientHello defaults = ClientHello.of(settings(provider).build(), HOST);
    List<String> tls12 =
        defaults.cipherSuites().stream().filter(suite -> !TlsNames.isTls13(suite)).toList();
    assertThat(tls12).isNotEmpty();

    assertAll(
        tls13Suites(implementation).stream()
            .map(
                suite ->
                    offers(
                        settings(provider).tls13CipherSuites(List.of(suite)),
                        Stream.concat(Stream.of(suite), tls12.stream()).toList())));
  }

  @ParameterizedTest
  @EnumSource
  void leavesTls12AsItIsUnderAllSuitesOfTls13(TlsProvider provider) {
    TlsSettings.Builder settings = settings(provider);
    List<String> defaults = ClientHello.of(settings.build(), HOST).cipherSuites();
    List<String> tls13 = defaults.stream().filter(TlsNames::isTls13).toList();

    assertThat(ClientHello.of(settings.tls13CipherSuites(tls13).build(), HOST).cipherSuites())
        .isEqualTo(defaults);
  }

  @ParameterizedTest
  @EnumSource
  void offersNoLimitedSuitesOfProtocolThatIsLeftOut(TlsProvider provider) {
    String suite = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
    TlsSettings.Builder settings = settings(provider).tls12CipherSuites(List.of(suite));

    ClientHello tls12 = ClientHello.of(settings.protocols(List.of("TLSv1.2")).build(), HOST);
    ClientHello tls13 = ClientHello.of(settings.protocols(List.of("TLSv1.3")).build(), HOST);

    assertThat(tls12.protocols()).containsExactly("TLSv1.2");
    assertThat(tls12.cipherSuites()).containsExactly(suite);
    assertThat(tls13.protocols()).containsExactly("TLSv1.3");
    assertThat(tls13.cipherSuites()).isNotEmpty().allMatch(TlsNames::isTls13);
  }

  private static Executable offers(TlsSettings.Builder settings, List<String> suites) {
    return () -> {
      TlsSettings built = settings.build();
      ClientHello hello = ClientHello.of(built, HOST);
      assertThat(hello.protocols()).containsExactly("TLSv1.3", "TLSv1.2");
      assertThat(hello.cipherSuites()).isEqualTo(suites);
      assertThat(ClientHello.ofEngine(built, HOST)).isEqualTo(hello);
    };
  }

  private static Set<String> tls13Suites(TlsImplementation implementation) {
    Set<String> suites = new TreeSet<>(implementation.cipherSuites());
    suites.removeIf(suite -> !TlsNames.isTls13(suite));
    return suites;
  }

  @ParameterizedTest
  @MethodSource("providersWithGroups")
  void offersEachGroupAlone(TlsProvider provider) {
    assertAll(
        provider.implementation().namedGroups().stream()
            .map(
                group ->
                    () ->
                        assertThat(
                                ClientHello.of(
                                        settings(provider).namedGroups(List.of(group)).build(),
                                        HOST)
                                    .namedGroups())
                            .containsExactly(group)));
  }

  @ParameterizedTest
  @MethodSource("providersWithGroups")
  void offersGroupsInTheirOrder(TlsProvider provider) {
    List<String> groups = List.of("secp384r1", "x25519", "secp256r1");

    assertThat(ClientHello.of(settings(provider).namedGroups(groups).build(), HOST).namedGroups())
        .isEqualTo(groups);
  }

  @ParameterizedTest
  @EnumSource
  void offersByEngineWhatItOffersBySocket(TlsProvider provider) {
    List<TlsSettings.Builder> all =
        List.of(
            settings(provider),
            settings(provider).resumption(false),
            settings(provider).protocols(List.of("TLSv1.2")),
            settings(provider).protocols(List.of("TLSv1.3")),
            settings(provider).cipherSuites(List.of("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")));
    assertAll(all.stream().map(settings -> offersTheSame(settings.build(), HOST)));
    assertAll(Stream.of("127.0.0.1", "db_1").map(host -> offersTheSame(all.get(0).build(), host)));
  }

  @ParameterizedTest
  @MethodSource("providersWithGroups")
  void offersGroupsByEngineInTheirOrder(TlsProvider provider) throws Throwable {
    List<String> groups = List.of("secp384r1", "x25519");
    TlsSettings settings = settings(provider).namedGroups(groups).build();

    assertThat(ClientHello.ofEngine(settings, HOST).namedGroups()).isEqualTo(groups);
    offersTheSame(settings, HOST).execute();
  }

  private static Executable offersTheSame(TlsSettings settings, String host) {
    return () ->
        assertThat(ClientHello.ofEngine(settings, host)).isEqualTo(ClientHello.of(settings, host));
  }

  /** Before Java 20 the JDK chooses groups for the whole JVM, and has nothing to set them by. */
  static Stream<TlsProvider> providersWithGroups() {
    return Stream.of(TlsProvider.values())
        .filter(provider -> provider != TlsProvider.JDK || Runtime.version().feature() >= 20);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JDK")
  void offersHybridGroup(TlsProvider provider) {
    ClientHello hello =
        ClientHello.of(settings(provider).namedGroups(List.of("X25519MLKEM768")).build(), HOST);

    assertThat(hello.protocols()).containsExactly("TLSv1.3");
    assertThat(hello.namedGroups()).containsExactly("X25519MLKEM768");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPENSSL")
  void refusesProtocolThatIsNotThere(TlsProvider provider) {
    TlsSettings settings = settings(provider).protocols(List.of("TLSv1.1", "TLSv1.2")).build();

    assertThatThrownBy(() -> TlsContext.open(settings, new TlsLedger()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("tls.protocols: provider " + provider.id())
        .hasMessageContaining("does not offer protocol TLSv1.1; it offers TLSv1.2, TLSv1.3")
        .hasMessageContaining("--legacy-tls");
  }

  @ParameterizedTest
  @EnumSource
  void doesNotTakeSuitesThatLeaveConnectionOpenToOthers(TlsProvider provider) {
    assertThat(provider.implementation().cipherSuites())
        .noneMatch(suite -> suite.contains("NULL") || suite.contains("anon"))
        .noneMatch(suite -> suite.contains("PSK") || suite.endsWith("SCSV"));
  }

  @ParameterizedTest
  @EnumSource
  void sendsServerName(TlsProvider provider) {
    assertThat(serverName(provider, HOST)).isEqualTo(HOST);
    assertThat(serverName(provider, "localhost")).isEqualTo("localhost");
  }

  @ParameterizedTest
  @EnumSource
  void sendsServerNameWithoutItsFinalDot(TlsProvider provider) {
    assertThat(serverName(provider, HOST + ".")).isEqualTo(HOST);
  }

  @ParameterizedTest
  @EnumSource
  void sendsNoServerNameForAddress(TlsProvider provider) {
    assertThat(serverName(provider, "127.0.0.1")).isNull();
    assertThat(serverName(provider, "::1")).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void sendsNoServerNameIfAskedNotTo(TlsProvider provider) {
    TlsSettings settings = settings(provider).serverName(false).build();
    for (String host : List.of(HOST, "localhost", "db_1")) {
      assertThat(ClientHello.of(settings, host).serverName()).isNull();
      assertThat(ClientHello.ofEngine(settings, host).serverName()).isNull();
    }
  }

  /** Such names are common in container networks, though they are none of the DNS. */
  @ParameterizedTest
  @EnumSource
  void shakesHandsWithHostThatHasUnderscore(TlsProvider provider) {
    assertThat(ClientHello.of(settings(provider).build(), "db_1").protocols()).isNotEmpty();
  }

  /** RFC 5077: servers in Go have no other way to resume a session of TLS 1.2. */
  @ParameterizedTest
  @CsvSource({"JDK, true", "BOUNCY_CASTLE, false", "CONSCRYPT, true", "OPENSSL, true"})
  void takesSessionTicketsOfTls12(TlsProvider provider, boolean can) {
    TlsSettings.Builder tls12 = settings(provider).protocols(List.of("TLSv1.2"));

    assertThat(ClientHello.of(tls12.build(), HOST).sessionTicket()).isEqualTo(can);
  }

  @ParameterizedTest
  @CsvSource({"CONSCRYPT", "OPENSSL"})
  void refusesPartOfTls13SuitesWhereAllAreAlwaysOffered(TlsProvider provider) {
    List<String> part = List.of("TLS_AES_128_GCM_SHA256");
    for (TlsSettings.Builder settings :
        List.of(
            settings(provider).cipherSuites(part),
            settings(provider).tls13CipherSuites(part),
            settings(provider).tls12CipherSuites(List.of("AES128-SHA")).tls13CipherSuites(part))) {
      assertThatThrownBy(() -> TlsContext.open(settings.build(), new TlsLedger()))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("cannot be limited to TLS_AES_128_GCM_SHA256")
          .hasMessageContaining("choose provider jdk or bouncycastle");
    }
  }

  private static @Nullable String serverName(TlsProvider provider, String host) {
    return ClientHello.of(settings(provider).build(), host).serverName();
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider);
  }
}
