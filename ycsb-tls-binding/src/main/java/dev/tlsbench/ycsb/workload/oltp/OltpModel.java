package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** sysbench's models, each the script of the same name. */
enum OltpModel {
  OLTP_READ_WRITE(
      OltpTransaction::begin,
      OltpTransaction::reads,
      OltpTransaction::writes,
      OltpTransaction::commit),
  OLTP_READ_ONLY(OltpTransaction::begin, OltpTransaction::reads, OltpTransaction::commit),
  OLTP_WRITE_ONLY(OltpTransaction::begin, OltpTransaction::writes, OltpTransaction::commit),
  /** One point select, regardless of {@code point_selects}. */
  OLTP_POINT_SELECT(transaction -> transaction.pointSelects(1)),
  OLTP_UPDATE_INDEX(OltpTransaction::indexUpdates),
  OLTP_UPDATE_NON_INDEX(OltpTransaction::nonIndexUpdates),
  /** Rows get unordered numbers if the server does not number them; tables are initially empty. */
  OLTP_INSERT(OltpTransaction::insert),
  OLTP_DELETE(OltpTransaction::delete);

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final List<Part> parts;

  OltpModel(Part... parts) {
    this.parts = List.of(parts);
  }

  private interface Part {
    void run(OltpTransaction transaction) throws SQLException;
  }

  /** Returns true if a transaction has statements of several kinds. */
  boolean hasSeveralStatements() {
    return this == OLTP_READ_WRITE || this == OLTP_READ_ONLY || this == OLTP_WRITE_ONLY;
  }

  /** Runs one transaction, or one statement if the model has no more. */
  void run(OltpTransaction transaction) throws SQLException {
    for (Part part : parts) {
      part.run(transaction);
    }
  }

  /** Returns true if the model starts with empty tables. */
  boolean isEmptyAtFirst(OltpOptions.Tables tables) {
    return this == OLTP_INSERT && !tables.autoInc();
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
