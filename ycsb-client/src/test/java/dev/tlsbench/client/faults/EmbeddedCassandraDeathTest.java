package dev.tlsbench.client.faults;

import com.sun.tools.attach.VirtualMachine;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import java.nio.file.Path;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * With the commit log written before a write is acknowledged. Each new connection takes the driver
 * a second or more, and a start of the server ten.
 */
@Tag("full")
@Timeout(300)
class EmbeddedCassandraDeathTest extends ReloadingServerDeathSuite {
  @Override
  OwnServer server(Path directory) {
    return new EmbeddedOwnServer(
        "embedded-cassandra", EmbeddedCassandra.builder().batchCommitLog(), ca, directory);
  }

  /** Has the server look at its key store, as it does by itself every ten minutes. */
  @SuppressWarnings("BanJNDI") // The answers are those of this test's own server.
  @Override
  void rotate(OwnServer server, IssuedCertificate to) throws Exception {
    ((EmbeddedOwnServer) server).install(to);
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(server.pid()));
    try (JMXConnector connector =
        JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()))) {
      connector
          .getMBeanServerConnection()
          .invoke(
              new ObjectName("org.apache.cassandra.net:type=MessagingService"),
              "reloadSslCertificates",
              null,
              null);
    } finally {
      jvm.detach();
    }
  }

  @Override
  String reload() {
    return "nodetool reloadssl";
  }
}
