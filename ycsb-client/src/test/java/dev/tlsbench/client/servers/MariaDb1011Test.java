package dev.tlsbench.client.servers;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MariaDB 10.11, with OpenSSL 3.0. */
@Tag("real-servers")
class MariaDb1011Test extends MySqlServerSuite {
  private static SqlTarget target;

  @BeforeAll
  static void find() {
    target = SqlTarget.real("MARIADB");
  }

  @Override
  SqlTarget target() {
    return target;
  }

  /** It stays 0, though the ServerHello on the wire says that the session was resumed. */
  @Override
  boolean countsResumedSessions() {
    return false;
  }

  @Override
  boolean saysTypesOfParameters() {
    return false;
  }
}
