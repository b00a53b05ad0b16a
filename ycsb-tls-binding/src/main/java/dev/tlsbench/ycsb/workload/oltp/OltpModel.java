package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** sysbench's models: the scripts of the same names. */
enum OltpModel {
  OLTP_READ_WRITE {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.begin();
      transaction.pointSelects(transaction.options().counts().pointSelects());
      transaction.ranges();
      transaction.indexUpdates();
      transaction.nonIndexUpdates();
      transaction.deleteInserts();
      transaction.commit();
    }
  },
  OLTP_READ_ONLY {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.begin();
      transaction.pointSelects(transaction.options().counts().pointSelects());
      transaction.ranges();
      transaction.commit();
    }
  },
  OLTP_WRITE_ONLY {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.begin();
      transaction.indexUpdates();
      transaction.nonIndexUpdates();
      transaction.deleteInserts();
      transaction.commit();
    }
  },
  /** One, whatever {@code point_selects} is. */
  OLTP_POINT_SELECT {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.pointSelects(1);
    }
  },
  OLTP_UPDATE_INDEX {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.indexUpdates();
    }
  },
  OLTP_UPDATE_NON_INDEX {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.nonIndexUpdates();
    }
  },
  /**
   * Where the server does not number them, rows get numbers of no order, and tables begin empty.
   */
  OLTP_INSERT {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.insert();
    }

    @Override
    boolean isEmptyAtFirst(OltpOptions options) {
      return !options.autoInc();
    }
  },
  OLTP_DELETE {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.delete();
    }
  };

  /** One transaction, or one statement where the model has no more. */
  abstract void run(OltpTransaction transaction) throws SQLException;

  /** Whether the model wants tables without rows. */
  boolean isEmptyAtFirst(OltpOptions options) {
    return false;
  }

  /** As sysbench spells it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a model.
   *
   * @throws InvalidSettingException if there is none of that name
   */
  static OltpModel of(String name) {
    return Arrays.stream(values())
        .filter(model -> model.id().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    OltpWorkload.MODEL
                        + ": '"
                        + name
                        + "' is not known; choose one of "
                        + Arrays.stream(values())
                            .map(OltpModel::id)
                            .collect(Collectors.joining(", "))));
  }
}
