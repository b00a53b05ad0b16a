package dev.tlsbench.measure.cassandra;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.ycsb.cassandra.CassandraBinding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Properties;

public final class MeasuredCassandra implements MeasuredDatabase {
  private static final CassandraBinding BINDING = new CassandraBinding();

  @Override
  public String databaseId() {
    return BINDING.database().id();
  }

  @Override
  public ServerView view(Properties properties) {
    CassandraUrl url = BINDING.url(properties);
    return new CassandraView(url, url.settings(RunProperties.strings(properties)));
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    CassandraUrl url = BINDING.url(properties);
    return CassandraAccess.open(
        url, url.settings(RunProperties.strings(properties)), Access.table(properties), route);
  }

  /** Two embedded ones on JDK 17 had 1.238 and 1.306. */
  @Override
  public double startSpread(boolean embedded) {
    return 0.055;
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        "start-up is the message STARTUP and its answer"
            + (logIn ? "; authentication is SASL, for which the server hashes the password" : "")
            + "; session set-up consists of the driver's check of the cluster's name and the"
            + " choice of the keyspace.",
        "The connections are made as the Java driver makes those of its pool, but on the measuring"
            + " thread instead of Netty's, so that its CPU time is known. A session of the driver"
            + " has one connection more, for control, which reads the cluster's topology and schema;"
            + " reused connections are those of sessions.");
  }

  @Override
  public List<String> notesOnScript() {
    return List.of(
        "The script is for MongoDB; here only-connection is building a session of the Java driver,"
            + " with its control connection and one of its pool, and first-query is one query.",
        "reused is a mean over all queries of one session.");
  }
}
