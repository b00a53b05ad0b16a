package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.ConnectionPropertiesTransform;
import com.mysql.cj.conf.PropertyDefinition;
import com.mysql.cj.conf.PropertyDefinitions;
import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option that Connector/J knows, and what becomes of it: a new release shows here. */
class MySqlOptionsTest {
  private static final String TLS =
      """
      clientCertificateKeyStorePassword clientCertificateKeyStoreType
      clientCertificateKeyStoreUrl enabledSSLCipherSuites enabledTLSProtocols
      fallbackToSystemKeyStore fallbackToSystemTrustStore requireSSL sslMode tlsCiphersuites
      tlsVersions trustCertificateKeyStorePassword trustCertificateKeyStoreType
      trustCertificateKeyStoreUrl useSSL verifyServerCertificate
      """;

  /** Without effect, because connections and TLS are made here. */
  private static final String REFUSED =
      """
      KeyManagerFactoryProvider fipsCompliantJsse keyStoreProvider namedPipePath path
      socketFactory socksProxyHost socksProxyPort socksProxyRemoteDns sslContextProvider
      trustManagerFactoryProvider
      """;

  /** Works through a socket factory and a TLS context of one's own. */
  private static final String PASSED_ON =
      """
      address allowLoadLocalInfile allowLoadLocalInfileInPath allowMultiQueries allowNanAndInf
      allowPublicKeyRetrieval allowReplicaDownConnections allowSourceDownConnections
      allowUrlInLocalInfile alwaysSendSetIsolation authenticationOpenidConnectCallbackHandler
      authenticationPlugins authenticationWebAuthnCallbackHandler autoClosePStmtStreams
      autoGenerateTestcaseScript autoReconnect autoReconnectForPools autoSlowLog
      blobSendChunkSize blobsAreStrings cacheCallableStmts cacheDefaultTimeZone
      cacheDefaultTimezone cachePrepStmts cacheResultSetMetadata cacheServerConfiguration
      callableStmtCacheSize characterEncoding characterSetResults clientInfoProvider
      clobCharacterEncoding clobberStreamingResults compensateOnDuplicateKeyUpdateCounts
      connectTimeout connectionAttributes connectionCollation connectionLifecycleInterceptors
      connectionTimeZone continueBatchOnError createDatabaseIfNotExist customCharsetMapping
      databaseTerm dbname defaultAuthenticationPlugin defaultFetchSize detectCustomCollations
      disabledAuthenticationPlugins disconnectOnExpiredPasswords dnsSrv
      dontCheckOnDuplicateKeyUpdateInSQL dontTrackOpenResources dumpQueriesOnException
      elideSetAutoCommits emptyStringsConvertToZero emulateLocators emulateUnsupportedPstmts
      enableEscapeProcessing enablePacketDebug enableQueryTimeouts exceptionInterceptors
      explainSlowQueries failOverReadOnly forceConnectionTimeZoneToSession
      functionsNeverReturnBlobs gatherPerfMetrics generateSimpleParameterMetadata
      getProceduresReturnsFunctions ha.enableJMX ha.loadBalanceStrategy haEnableJMX
      haLoadBalanceStrategy holdResultsOpenOverStatementClose host idTokenFile ignoreNonTxTables
      includeInnodbStatusInDeadlockExceptions includeThreadDumpInDeadlockExceptions
      includeThreadNamesAsStatementComment initialTimeout interactiveClient
      jdbcCompliantTruncation largeRowSizeThreshold ldapServerHostname
      loadBalanceAutoCommitStatementRegex loadBalanceAutoCommitStatementThreshold
      loadBalanceBlocklistTimeout loadBalanceConnectionGroup loadBalanceExceptionChecker
      loadBalanceHostRemovalGracePeriod loadBalancePingTimeout
      loadBalanceSQLExceptionSubclassFailover loadBalanceSQLStateFailover
      loadBalanceValidateConnectionOnSwapServer localSocketAddress locatorFetchBufferSize
      logSlowQueries logXaCommands logger maintainTimeStats maxAllowedPacket maxByteArrayAsHex
      maxQuerySizeToLog maxReconnects maxRows metadataCacheSize netTimeoutForStreamingResults
      noAccessToProcedureBodies noDatetimeStringSync nullCatalogMeansCurrent
      nullDatabaseMeansCurrent ociConfigFile ociConfigProfile openTelemetry
      overrideSupportsIntegrityEnhancementFacility packetDebugBufferSize padCharsWithSpace
      paranoid parseInfoCacheFactory password password1 password2 password3
      passwordCharacterEncoding pedantic pinGlobalTxToPhysicalConnection
      populateInsertRowWithDefaultValues port priority prepStmtCacheSize prepStmtCacheSqlLimit
      preserveInstants processEscapeCodesForPrepStmts profileSQL profilerEventHandler
      propertiesTransform protocol queriesBeforeRetrySource queryInfoCacheFactory
      queryInterceptors queryTimeoutKillsConnection readFromSourceWhenNoReplicas
      readOnlyPropagatesToServer reconnectAtTxEnd replicationConnectionGroup
      reportMetricsIntervalMillis resourceId resultSetSizeThreshold retriesAllDown
      rewriteBatchedStatements rollbackOnPooledClose scrollTolerantForwardOnly
      secondsBeforeRetrySource selfDestructOnPingMaxOperations selfDestructOnPingSecondsLifetime
      sendFractionalSeconds sendFractionalSecondsForTime serverAffinityOrder
      serverConfigCacheFactory serverRSAPublicKeyFile serverTimezone sessionVariables
      slowQueryThresholdMillis slowQueryThresholdNanos socketTimeout strictUpdates tcpKeepAlive
      tcpNoDelay tcpRcvBuf tcpSndBuf tcpTrafficClass tinyInt1isBit traceProtocol
      trackSessionState transformedBitIsBoolean treatMysqlDatetimeAsTimestamp
      treatUtilDateAsTimestamp type ultraDevHack useAffectedRows useColumnNamesInFindColumn
      useCompression useConfigs useCursorFetch useHostsInPrivileges useInformationSchema
      useLocalSessionState useLocalTransactionState useNanosForElapsedTime
      useOldAliasMetadataBehavior useOnlyServerErrorMessages useReadAheadInput
      useServerPrepStmts useStreamLengthsInPrepStmts useUnbufferedInput useUsageAdvisor user
      yearIsDateType zeroDateTimeBehavior
      """;

  @Test
  void classifiesEveryNameOfConnectorJ() {
    assertThat(names(name -> isTls(name)))
        .as("TLS options that are translated")
        .containsExactlyInAnyOrderElementsOf(words(TLS));
    assertThat(refused())
        .as("options that are refused")
        .containsExactlyInAnyOrderElementsOf(words(REFUSED));
    assertThat(passedOn())
        .as("options that go to Connector/J; does a new one work with MySqlSocketFactory?")
        .containsExactlyInAnyOrderElementsOf(words(PASSED_ON));
  }

  static List<String> refused() {
    return names(MySqlOptionsTest::isRefused);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesOptionsWithoutEffectHoweverTheyAreWritten(String name) {
    for (String written : new String[] {name, name.toUpperCase(Locale.ROOT)}) {
      for (String url :
          new String[] {
            "jdbc:mysql://h/d?sslMode=REQUIRED&" + written + "=x",
            "jdbc:mysql://h/d?sslMode=REQUIRED&" + written,
            "jdbc:mysql://(host=h," + written + "=x)/d?sslMode=REQUIRED",
            "jdbc:mysql://address=(host=h)(" + written + ")/d?sslMode=REQUIRED"
          }) {
        assertThatThrownBy(() -> MySqlUrl.parse(url))
            .isInstanceOf(InvalidSettingException.class)
            .hasMessageContaining(": not offered; ");
      }
    }
  }

  static List<String> passedOn() {
    return names(name -> !MySqlTls.DIALECT.has(name) && !name.startsWith("xdevapi"));
  }

  @ParameterizedTest
  @MethodSource("passedOn")
  void passesOptionsOnAsTheyWereWritten(String name) {
    String value = value(name);
    for (String url :
        new String[] {
          "jdbc:mysql://h/d?sslMode=REQUIRED&" + name + "=" + value,
          "jdbc:mysql://(host=h," + name + "=" + value + ")/d?sslMode=REQUIRED"
        }) {
      MySqlUrl ours = MySqlUrl.parse(url);
      assertThat(DriverView.of(ours.driverUrl(), new Properties()).value(name)).contains(value);
      assertThat(ours.warnings()).isEmpty();
    }
    assertThat(
            MySqlUrl.parse("mysql://h/d?" + name + "=" + value)
                .withDefaults(Map.of(name, "8"))
                .driverProperties()
                .getProperty(name))
        .isNotEqualTo("8");
  }

  /** Returns a value that the option takes. */
  private static String value(String name) {
    PropertyKey key = PropertyKey.fromValue(name);
    PropertyDefinition<?> definition = PropertyDefinitions.getPropertyDefinition(key);
    String[] choices = definition == null ? null : definition.getAllowableValues();
    return switch (key) {
      case characterEncoding, characterSetResults, clobCharacterEncoding -> "UTF-8";
      case passwordCharacterEncoding -> "UTF-8";
      case HOST -> "h";
      case PROTOCOL -> "tcp";
      case dnsSrv -> "false";
      case useConfigs -> "maxPerformance";
      case propertiesTransform -> AsItIs.class.getName();
      default -> choices != null && choices.length > 0 ? choices[0] : "7";
    };
  }

  /** A transformation, as an application may have one. */
  public static final class AsItIs implements ConnectionPropertiesTransform {
    /** Called by Connector/J. */
    public AsItIs() {}

    @Override
    public Properties transformProperties(Properties properties) {
      return properties;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "useCompression=maybe|acceptable values are: 'TRUE', .* 'maybe'",
        "useCompression|acceptable values are: 'TRUE', .* ''",
        "cachePrepStmts=1|acceptable values are: 'TRUE', .* '1'",
        "dnsSrv=maybe|acceptable values are: 'TRUE', .* 'maybe'",
        "zeroDateTimeBehavior=x|acceptable values are: 'CONVERT_TO_NULL', .* 'x'",
        "characterEncoding=utf8mb4|Unsupported character encoding 'utf8mb4'",
        "socketTimeout=abc|only accepts integer values.* 'abc'",
        "socketTimeout=-1|in the range of 0 - 2147483647, .* '-1'",
        "tcpTrafficClass=999|in the range of 0 - 255, .* '999'"
      })
  void refusesValuesThatTheDriverRefuses(String option, String reason) {
    for (String url :
        new String[] {
          "mysql://u:Quetzal77@h/d?ssl-mode=DISABLED&" + option,
          "jdbc:mysql://u:Quetzal77@(host=h,port=1," + option + ")/d?sslMode=DISABLED"
        }) {
      assertThatThrownBy(() -> MySqlUrl.parse(url))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageMatching(
              "the MySQL URL has an option that Connector/J refuses: .*" + reason + ".*; .*")
          .hasMessageNotContainingAny("Quetzal77", "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "characterEncoding=UTF-8",
        "connectionCollation=utf8mb4_bin",
        "connectionCollation=latin1_swedish_ci",
        "connectionTimeZone=SERVER",
        "connectionTimeZone=%2B02:00",
        "serverTimezone=Europe/Berlin",
        "useCompression=yes",
        "zeroDateTimeBehavior=convertToNull",
        "defaultFetchSize=-7"
      })
  void takesValuesThatTheDriverTakes(String option) {
    assertThat(MySqlUrl.parse("mysql://h/d?ssl-mode=REQUIRED&" + option).driverUrl())
        .contains(option);
  }

  @ParameterizedTest
  @CsvSource({
    "connect-timeout=3, connectTimeout=3000",
    "connect_timeout=0, connectTimeout=0000",
    "CONNECT-TIMEOUT=2, connectTimeout=2000",
    "compress, useCompression=true",
    "compress=1, useCompression=true",
    "Compress=ON, useCompression=true",
    "compress=false, useCompression=false",
    "compress=0, useCompression=false",
    "local-infile, allowLoadLocalInfile=true",
    "local_infile=0, allowLoadLocalInfile=false",
    "get-server-public-key, allowPublicKeyRetrieval=true"
  })
  void translatesOptionsOfTheMysqlClient(String given, String translated) {
    MySqlUrl url = MySqlUrl.parse("mysql://h:3306/d?" + given + "&useServerPrepStmts=true");
    assertThat(url.driverUrl())
        .isEqualTo("jdbc:mysql://h:3306/d?" + translated + "&useServerPrepStmts=true");
    assertThat(url.warnings()).isEmpty();
  }

  @Test
  void limitsTheHandshakeByTheTimeOutOfTheClient() {
    MySqlUrl url = MySqlUrl.parse("mysql://h/d?ssl-mode=REQUIRED&connect-timeout=3");
    assertThat(url.loginTimeout().toMillis()).isEqualTo(3000);
    assertThat(url.settings(Map.of()).handshakeTimeout().toMillis()).isEqualTo(3000);
    assertThat(url.withDefaults(Map.of("connectTimeout", "5")).driverProperties())
        .doesNotContainKey("connectTimeout");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-timeout=soon",
        "connect-timeout=3.5",
        "connect-timeout=-1",
        "connect-timeout=",
        "connect-timeout",
        "compress=maybe",
        "default-character-set=utf8mb4"
      })
  void refusesValuesOfTheMysqlClientThatMeanNothing(String query) {
    assertThatThrownBy(() -> MySqlUrl.parse("mysql://h/d?" + query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageMatching(".*(connectTimeout|useCompression|characterEncoding).*; .*|.*; say.*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-allowed-packet",
        "init-command",
        "default-auth",
        "use-server-prep-stmts",
        "USESERVERPREPSTMTS",
        "conectTimeout",
        "zstd-compression-level",
        "noSuchOption"
      })
  void warnsOfWhatHasNoEffect(String name) {
    assertThat(MySqlUrl.parse("mysql://h:3306/d?" + name + "=Quetzal77").warnings())
        .singleElement()
        .asString()
        .startsWith(name + ": ignored")
        .contains(";")
        .doesNotContain("Quetzal77", "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol=pipe", "PROTOCOL=socket", "protocol=memory"})
  void refusesOtherWaysThanTcp(String option) {
    for (String url :
        new String[] {"mysql://h/d?" + option, "jdbc:mysql://(host=h," + option + ")/d"}) {
      assertThatThrownBy(() -> MySqlUrl.parse(url))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("connections are made over TCP");
    }
    assertThat(MySqlUrl.parse("mysql://h/d?protocol=TCP").warnings()).isEmpty();
  }

  @Test
  void refusesTlsInAConfigurationOfTheClassPath() {
    assertThatThrownBy(() -> MySqlUrl.parse("mysql://h/d?useConfigs=tlsbench-test"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("trustCertificateKeyStoreUrl: not offered; as an option of");
    assertThatThrownBy(() -> MySqlUrl.parse("mysql://h/d?useConfigs=none-such"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("Connector/J refuses: ")
        .hasMessageContaining("'none-such'");
    assertThat(MySqlUrl.parse("mysql://h/d?useConfigs=maxPerformance").warnings()).isEmpty();
  }

  private static boolean isTls(String name) {
    return MySqlTls.DIALECT.has(name) && !isRefused(name);
  }

  private static boolean isRefused(String name) {
    try {
      MySqlUrl.parse("jdbc:mysql://h/d?" + name + "=x");
      return false;
    } catch (InvalidSettingException e) {
      return String.valueOf(e.getMessage()).contains(": not offered; ");
    }
  }

  private static List<String> names(Predicate<String> some) {
    return Arrays.stream(PropertyKey.values())
        .flatMap(
            key -> Stream.of(key.getKeyName(), Optional.ofNullable(key.getCcAlias()).orElse("")))
        .filter(name -> !name.isEmpty() && some.test(name))
        .toList();
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
