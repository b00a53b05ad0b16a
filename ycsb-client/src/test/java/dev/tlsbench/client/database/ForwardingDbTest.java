package dev.tlsbench.client.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.BasicDB;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class ForwardingDbTest {
  private final List<String> calls = new ArrayList<>();
  private final ForwardingDb db = new Recording();
  private boolean refusing;

  @BeforeEach
  void beQuiet() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("basicdb.verbose", "false");
    db.setProperties(properties);
    assertThat(db.getProperties()).isSameAs(properties);
    db.init();
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void forwardsEveryOperationBetweenItsHooks() {
    db.read("t", "key", null, new HashMap<>());
    db.scan("t", "key", 1, null, new Vector<>());
    db.update("t", "key", fields());
    db.insert("t", "key", fields());
    db.delete("t", "key");

    assertThat(calls)
        .containsExactly(
            "before READ",
            "after OK",
            "before SCAN",
            "after OK",
            "before UPDATE",
            "after OK",
            "before INSERT",
            "after OK",
            "before DELETE",
            "forwarded",
            "after OK");
  }

  @Test
  void endsAnOperationThatThrowsWithoutAStatus() {
    assertThatThrownBy(() -> db.delete("t", "broken")).isInstanceOf(IllegalStateException.class);

    assertThat(calls).containsExactly("before DELETE", "after null");
  }

  @Test
  void doesNotForwardWhatTheFirstHookRefuses() {
    refusing = true;
    assertThatThrownBy(() -> db.delete("t", "key")).hasMessage("refused");
    assertThat(calls).isEmpty();
  }

  @Test
  void lendsNoConnectionOfAClientThatHasNone() {
    assertThatThrownBy(() -> db.direct("OWN", String.class, to -> Status.OK))
        .isInstanceOf(InvalidSettingException.class);
    assertThat(calls).isEmpty();
  }

  private static Map<String, ByteIterator> fields() {
    return Map.of("field0", new StringByteIterator("x"));
  }

  private final class Recording extends ForwardingDb {
    Recording() {
      super(
          new BasicDB() {
            @Override
            public Status delete(String table, String key) {
              if (key.equals("broken")) {
                throw new IllegalStateException();
              }
              calls.add("forwarded");
              return Status.OK;
            }
          });
    }

    @Override
    protected Status around(String operation, Supplier<Status> call) {
      if (refusing) {
        throw new IllegalStateException("refused");
      }
      calls.add("before " + operation);
      Status status = null;
      try {
        status = super.around(operation, call);
        return status;
      } finally {
        calls.add("after " + (status == null ? null : status.getName()));
      }
    }
  }
}
