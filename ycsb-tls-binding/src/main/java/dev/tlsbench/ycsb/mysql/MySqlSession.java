package dev.tlsbench.ycsb.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.util.Properties;

/** x. */
public final class MySqlSession {
  private MySqlSession() {}

  /**
   * x.
   *
   * @param properties x
   * @param listener x
   * @return x
   * @throws ConnectFailedException x
   */
  public static Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    if (properties.isEmpty()) {
      throw new IllegalStateException();
    }
    throw new ConnectFailedException("not yet");
  }
}
