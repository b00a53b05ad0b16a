package dev.tlsbench.client.servers;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** MySQL 9.7, with OpenSSL 3.6. */
@Tag("real-servers")
class MySql97Test extends MySqlServerSuite {
  private static SqlTarget target;

  @BeforeAll
  static void find() {
    target = SqlTarget.real("MYSQL");
  }

  @Override
  SqlTarget target() {
    return target;
  }
}
