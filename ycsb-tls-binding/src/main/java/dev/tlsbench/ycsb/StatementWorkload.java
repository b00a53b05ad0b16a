package dev.tlsbench.ycsb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.StatementText;
import dev.tlsbench.ycsb.workload.ParameterValues;
import dev.tlsbench.ycsb.workload.TablelessWorkload;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;

/**
 * Runs statements of the user's: SQL, CQL, or commands of MongoDB in JSON. Nothing is loaded.
 *
 * <p>Properties: {@code statement}, one or several ({@link UserStatement}), of which an operation
 * runs one at random; {@code statement.parameters}, their values ({@link ParameterValues}); {@code
 * statement.writes}, by default {@code false}, allows those that write. An operation has the series
 * {@code STATEMENT}, of several {@code STATEMENT-1} and so on. Thread-safe.
 */
public final class StatementWorkload extends TablelessWorkload implements Tallying {
  /** The property that allows statements that write. */
  public static final String WRITES = "statement.writes";

  private final Tally tally = new Tally();
  private List<UserStatement> statements = List.of();
  private List<ParameterValues> parameters = List.of();
  private boolean writes;

  @Override
  public void init(Properties properties) {
    statements =
        UserStatement.parse(
            properties.getProperty(UserStatement.PROPERTY, ""),
            properties.getProperty(UserStatement.PARAMETERS, ""));
    parameters = statements.stream().map(one -> ParameterValues.of(one.parameters())).toList();
    writes = RunProperties.bool(properties, WRITES, false);
  }

  @Override
  public String description() {
    return UserStatement.shown(statements);
  }

  @Override
  public boolean isUniform() {
    return statements.size() == 1;
  }

  /** Returns true after each statement ran with its first and its last values. */
  @Override
  public boolean isLoaded(DirectClient client) {
    for (int i = 0; i < statements.size(); i++) {
      int number = i;
      for (List<Object> values : parameters.get(i).samples()) {
        client.succeeds(
            name(i), Records.class, records -> query(records, number, values, true).rows() >= 0);
      }
    }
    return true;
  }

  /** Returns false after the same check. */
  @Override
  public boolean isPartlyLoaded(DirectClient client) {
    return !isLoaded(client);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    int number = isUniform() ? 0 : ThreadLocalRandom.current().nextInt(statements.size());
    List<Object> values = parameters.get(number).draw();
    return DirectClient.of(db)
        .direct(
            name(number),
            Records.class,
            records -> {
              Records.Reply reply = query(records, number, values, false);
              tally.addReply(reply.rows(), reply.bytes());
              return Status.OK;
            })
        .isOk();
  }

  /** Fails a run of {@code bin/ycsb} without a row. */
  @Override
  public void cleanup() throws WorkloadException {
    if (tally.counts().foundNothing()) {
      throw new WorkloadException("no reply had a row; give parameters that occur in the data");
    }
  }

  private String name(int number) {
    return isUniform() ? "STATEMENT" : "STATEMENT-" + (number + 1);
  }

  /** Throws failures without literals, and so without their cause. */
  private Records.Reply query(Records records, int number, List<Object> values, boolean first)
      throws Exception {
    String text = statements.get(number).text();
    String subject = isUniform() ? "statement: " : "statement " + (number + 1) + ": ";
    try {
      return records.query(text, values, writes);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(subject + e.getMessage(), e);
    } catch (Exception e) {
      String message = StatementText.hide(String.valueOf(e.getMessage()), text, values);
      if (first) {
        String remedy = writes ? "" : ", or add --writes (statement.writes=true) if it is to write";
        throw new InvalidSettingException(
            subject
                + "refused by the server: "
                + message
                + "; mend the statement or its parameters"
                + remedy);
      }
      throw e instanceof SQLException sql
          ? new SQLException(message, sql.getSQLState())
          : new IllegalStateException(message);
    }
  }

  @Override
  public Tally tally() {
    return tally;
  }
}
