package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.io.IOException;
import java.util.Properties;

/** The toy as it is measured. */
public final class MeasuredToy implements MeasuredDatabase {
  @Override
  public String databaseId() {
    return "toy";
  }

  @Override
  public ServerView view(Properties properties) {
    return new ServerView() {
      @Override
      public String product() {
        return "Toy";
      }

      @Override
      public String version() {
        return "1";
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public boolean canReconnect() {
    return true;
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    new ToyOpener(properties, route).open();
    return new Access() {
      @Override
      public String query() {
        return "PING";
      }

      @Override
      public Opener opener() {
        return new ToyOpener(properties, route);
      }

      @Override
      public Client client() {
        return new ToyOpener(properties, route);
      }
    };
  }

  /** Opens a connection for each query. */
  private static final class ToyOpener implements Access.Opener, Access.Client {
    private final Connections connections;

    ToyOpener(Properties properties, Route route) {
      ToyBinding binding = new ToyBinding();
      connections = binding.url(properties).open(binding.tls(properties), route, Timeline.ledger());
    }

    @Override
    public Trial open() throws ConnectFailedException {
      Timeline timeline = new Timeline();
      try (ToyConnections.Client client = connections.driver(ToyConnections.Client.class)) {
        timeline.ready();
        client.ask("PING");
        timeline.done();
        return timeline.end();
      } catch (IOException e) {
        throw ConnectFailedException.ofTcp("toy", e);
      }
    }

    @Override
    public void query() throws ConnectFailedException {
      open();
    }

    @Override
    public void close() {
      connections.close();
    }
  }
}
