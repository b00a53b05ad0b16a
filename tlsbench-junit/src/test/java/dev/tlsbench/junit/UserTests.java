package dev.tlsbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Runs test classes of users, some of which must fail, and opens what they connect by. */
final class UserTests {
  /** Tests of a class at the same time. */
  static final int PARALLEL = 4;

  private UserTests() {}

  /** Runs a test class; returns the messages of its failures by the names of its methods. */
  static Map<String, String> failures(Class<?> type, int tests) {
    EngineExecutionResults results =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(type))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter(
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "" + PARALLEL)
            .execute();
    assertThat(results.testEvents().started().count()).isEqualTo(tests);
    Map<String, String> failures = new TreeMap<>();
    results.allEvents().stream()
        .filter(event -> event.getType() == EventType.FINISHED)
        .forEach(event -> add(event, failures));
    return failures;
  }

  private static void add(Event event, Map<String, String> failures) {
    event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .ifPresent(
            failure ->
                failures.put(
                    event.getTestDescriptor().getDisplayName().replaceFirst("\\(.*", ""),
                    String.valueOf(failure.getMessage())));
  }

  static MySqlConnections connections(String url) {
    MySqlUrl parsed = MySqlUrl.parse(url);
    return parsed.open(parsed.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }

  static MongoConnections mongo(String url) throws ConnectFailedException {
    MongoUrl parsed = MongoUrl.parse(url);
    MongoConnections connections =
        parsed.open(parsed.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
    connections.client();
    return connections;
  }
}
