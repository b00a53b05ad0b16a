package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.SQLException;
import java.util.Locale;

/** sysbench's models, each the script of the same name. */
enum OltpModel {
  OLTP_READ_WRITE {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.begin();
      transaction.pointSelects(transaction.counts().pointSelects());
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
      transaction.pointSelects(transaction.counts().pointSelects());
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
  /** One point select, regardless of {@code point_selects}. */
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
  /** Rows get unordered numbers if the server does not number them; tables are initially empty. */
  OLTP_INSERT {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.insert();
    }

    @Override
    boolean isEmptyAtFirst(OltpOptions.Tables tables) {
      return !tables.autoInc();
    }
  },
  OLTP_DELETE {
    @Override
    void run(OltpTransaction transaction) throws SQLException {
      transaction.delete();
    }
  };

  /** Returns true if a transaction has statements of several kinds. */
  boolean hasSeveralStatements() {
    return this == OLTP_READ_WRITE || this == OLTP_READ_ONLY || this == OLTP_WRITE_ONLY;
  }

  /** Runs one transaction, or one statement if the model has no more. */
  abstract void run(OltpTransaction transaction) throws SQLException;

  /** Returns true if the model starts with empty tables. */
  boolean isEmptyAtFirst(OltpOptions.Tables tables) {
    return false;
  }

  /** Returns sysbench's spelling. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws InvalidSettingException if the name is unknown
   */
  static OltpModel of(String name) {
    return RunProperties.choice(
        values(), OltpModel::id, name, OltpWorkload.MODEL + ": '" + name + "' is unknown");
  }
}
