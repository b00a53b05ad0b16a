package dev.tlsbench.measure.mongodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Properties;

public final class MeasuredMongo implements MeasuredDatabase {
  @Override
  public String databaseId() {
    return "mongodb";
  }

  @Override
  public ServerView view(Properties properties) {
    return new MongoView(properties);
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    MongoUrl url = MongoUrl.parse(properties.getProperty("mongodb.url"));
    return MongoAccess.open(
        url, url.settings(RunProperties.strings(properties)), Access.table(properties), route);
  }

  /** Eight runs with an embedded one for each fork had 1.1377 to 1.1514. */
  @Override
  public double startSpread(boolean embedded) {
    return embedded ? 0.012 : MeasuredDatabase.super.startSpread(false);
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        logIn
            ? "hello carries the first step of the log-in; authentication is the rest of it."
            : "There is no separate authentication: the URL names no user, or hello carried the"
                + " whole log-in.");
  }

  @Override
  public List<String> notesOnScript() {
    return List.of(
        "The script's only-connection builds a client, which reads its files but connects"
            + " nothing yet: the driver begins to look at the servers in the background."
            + " first-query waits for that, opens a second connection and logs in, so it"
            + " contains most of the cost of connecting.",
        "The script's reused includes the query that connects, spread over all others; the"
            + " table of reused connections leaves it out. All its handshakes are full ones,"
            + " for PyMongo resumes none.");
  }
}
