package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.PropertyDefinition;
import com.mysql.cj.conf.PropertyDefinitions;
import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each name that Connector/J knows, and what becomes of it: a new release shows here. */
class DriverOptionTest {
  private static final String TLS =
      """
      clientCertificateKeyStorePassword clientCertificateKeyStoreType
      clientCertificateKeyStoreUrl enabledSSLCipherSuites enabledTLSProtocols
      fallbackToSystemKeyStore fallbackToSystemTrustStore requireSSL sslMode tlsCiphersuites
      tlsVersions trustCertificateKeyStorePassword trustCertificateKeyStoreType
      trustCertificateKeyStoreUrl useSSL verifyServerCertificate
      """;

  /** Without effect, because connections and TLS are made here; those of the X DevAPI besides. */
  private static final String REFUSED =
      """
      KeyManagerFactoryProvider fipsCompliantJsse keyStoreProvider namedPipePath path
      socketFactory socksProxyHost socksProxyPort socksProxyRemoteDns sslContextProvider
      trustManagerFactoryProvider
      """;

  /** Read by Connector/J for the X DevAPI only. */
  private static final String IGNORED = "address priority";

  /** Works through a socket factory and a TLS context of one's own. */
  private static final String PASSED_ON =
      """
      allowLoadLocalInfile allowLoadLocalInfileInPath allowMultiQueries allowNanAndInf
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
      populateInsertRowWithDefaultValues port prepStmtCacheSize prepStmtCacheSqlLimit
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
    assertThat(names(name -> isRefused(name) && !name.startsWith("xdevapi")))
        .as("options that are refused")
        .containsExactlyInAnyOrderElementsOf(words(REFUSED));
    assertThat(names(name -> isPassedOn(name) && !DriverOption.isRead(name)))
        .as("options that Connector/J does not read from a jdbc:mysql: URL")
        .containsExactlyInAnyOrderElementsOf(words(IGNORED));
    assertThat(names(name -> isPassedOn(name) && DriverOption.isRead(name)))
        .as("options that go to Connector/J; does a new one work with MySqlSocketFactory?")
        .containsExactlyInAnyOrderElementsOf(words(PASSED_ON));
  }

  static List<String> refused() {
    return names(DriverOptionTest::isRefused);
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
            .hasMessageContaining(written + ": not offered; ");
      }
    }
  }

  static List<String> passedOn() {
    return names(name -> isPassedOn(name) && hasAnyText(name));
  }

  @ParameterizedTest
  @MethodSource("passedOn")
  void givesConnectorJTheSpellingThatItReads(String name) {
    String value = value(name);
    String option = name.toUpperCase(Locale.ROOT) + "=" + value;
    for (String url :
        new String[] {
          "jdbc:mysql://h/d?sslMode=REQUIRED&" + option,
          "jdbc:mysql://(host=h," + option + ")/d?sslMode=REQUIRED"
        }) {
      assertThat(DriverView.of(MySqlUrl.parse(url).driverUrl(), new Properties()).value(name))
          .contains(value);
    }
    assertThat(MySqlUrl.parse("mysql://h/d?" + option).withDefault(name, "8"))
        .extracting(url -> url.driverProperties().getProperty(name))
        .isNotEqualTo("8");
  }

  /** Returns a value that the option takes. */
  private static String value(String name) {
    PropertyKey key = DriverOption.of(name).orElseThrow();
    PropertyDefinition<?> definition = PropertyDefinitions.getPropertyDefinition(key);
    String[] choices = definition == null ? null : definition.getAllowableValues();
    return switch (key) {
      case characterEncoding, clobCharacterEncoding, passwordCharacterEncoding -> "UTF-8";
      case connectionCollation -> "utf8mb4_bin";
      case connectionTimeZone -> "UTC";
      default -> choices != null && choices.length > 0 ? choices[0] : "7";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "characterEncoding=utf8mb4|a character set of MySQL, but .* write UTF-8",
        "characterEncoding=UTF8MB4|a character set of MySQL, but .* write UTF-8",
        "CHARACTERENCODING=utf8mb4|a character set of MySQL, but .* write UTF-8",
        "passwordCharacterEncoding=utf8mb4|a character set of MySQL, but .* write UTF-8",
        "clobCharacterEncoding=nonsense|no encoding that Java knows; name one such as UTF-8",
        "characterEncoding=|no encoding that Java knows; name one such as UTF-8",
        "connectionCollation=utf8mb4_nonsense|no collation .* take another; name one",
        "connectionCollation=utf8mb4|no collation .* take another; name one",
        "connectionCollation=UTF8MB4_BIN|no collation .* name one in lower case",
        "connectionCollation=utf16_bin|no collation .* name one"
      })
  void refusesNamesThatTheDriverWouldReplace(String option, String reason) {
    String name = option.substring(0, option.indexOf('='));
    for (String url :
        new String[] {
          "mysql://h/d?ssl-mode=REQUIRED&" + option,
          "jdbc:mysql://(host=h," + option + ")/d?sslMode=REQUIRED"
        }) {
      assertThatThrownBy(() -> MySqlUrl.parse(url))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageMatching("(?i)" + name + ": '.*' is " + reason + ".*");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "useCompression=maybe|acceptable values are: 'TRUE', .* 'maybe'",
        "useCompression|acceptable values are: 'TRUE', .* ''",
        "USESERVERPREPSTMTS|acceptable values are: 'TRUE', .* ''",
        "cachePrepStmts=1|acceptable values are: 'TRUE', .* '1'",
        "dnsSrv=maybe|acceptable values are: 'TRUE', .* 'maybe'",
        "zeroDateTimeBehavior=x|acceptable values are: 'CONVERT_TO_NULL', .* 'x'",
        "socketTimeout=abc|only accepts integer values.* 'abc'",
        "socketTimeout=-1|in the range of 0 - 2147483647, .* '-1'",
        "tcpTrafficClass=999|in the range of 0 - 255, .* '999'"
      })
  void refusesValuesThatTheDriverRefuses(String option, String reason) {
    String name = option.split("=", -1)[0];
    for (String url :
        new String[] {
          "mysql://u:Quetzal77@h/d?ssl-mode=DISABLED&" + option,
          "jdbc:mysql://u:Quetzal77@(host=h,port=1," + option + ")/d?sslMode=DISABLED"
        }) {
      assertThatThrownBy(() -> MySqlUrl.parse(url))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageMatching(
              "(?i)" + name + ": Connector/J refuses the value: .*" + reason + ".*; .*")
          .hasMessageNotContainingAny("Quetzal77", "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "characterEncoding=utf8",
        "characterEncoding=latin1",
        "characterEncoding=windows-1252",
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

  @Test
  void limitsConnectingInEveryCase() {
    MySqlUrl url = MySqlUrl.parse("mysql://h/d?sslMode=REQUIRED&CONNECTTIMEOUT=700");
    assertThat(url.loginTimeout().toMillis()).isEqualTo(700);
    assertThat(url.driverUrl()).endsWith("?connectTimeout=700");
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
        .hasMessageContaining("has the TLS option trustCertificateKeyStoreUrl");
    assertThatThrownBy(() -> MySqlUrl.parse("mysql://h/d?useConfigs=none-such"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("useConfigs: ")
        .hasMessageContaining("'none-such'");
    assertThat(MySqlUrl.parse("mysql://h/d?useConfigs=maxPerformance").warnings()).isEmpty();
  }

  /** Others have values that are read with the URL, or are its parts. */
  private static boolean hasAnyText(String name) {
    return !List.of("protocol", "useConfigs", "propertiesTransform", "dnsSrv", "host")
        .contains(name);
  }

  private static boolean isTls(String name) {
    return !isRefused(name) && MySqlTlsWord.of(name).isPresent();
  }

  private static boolean isPassedOn(String name) {
    return !isRefused(name) && MySqlTlsWord.of(name).isEmpty();
  }

  private static boolean isRefused(String name) {
    try {
      MySqlTlsWord.of(name);
      return false;
    } catch (InvalidSettingException e) {
      return true;
    }
  }

  private static List<String> names(Predicate<String> some) {
    return Arrays.stream(PropertyKey.values()).flatMap(DriverOption::names).filter(some).toList();
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
