package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** MongoDB, and servers of its protocol. */
public final class MongoDb implements Database {
  static final int PORT = 27017;

  /** Called by the service loader. */
  public MongoDb() {}

  @Override
  public String id() {
    return "mongodb";
  }

  @Override
  public String product() {
    return "MongoDB";
  }

  @Override
  public int defaultPort() {
    return PORT;
  }

  @Override
  public List<String> schemes() {
    return List.of("mongodb://", "mongodb+srv://");
  }

  @Override
  public Set<String> programs() {
    return Set.of("mongod", "ferretdb", "dev.tlsbench.embedded.mongodb.MongoServerMain");
  }

  @Override
  public Preamble preamble() {
    return MongoPreamble.create();
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    return """
        MongoDB server
          mongod --tlsMode requireTLS --tlsCAFile %s --tlsCertificateKeyFile %s
          (add --tlsAllowConnectionsWithoutCertificates if client certificates are optional)
        %sMongoDB client
          mongodb://%s:27017/?tls=true&tlsCAFile=%s&tlsCertificateKeyFile=%s
        """
        .formatted(
            files.shell("ca.pem"),
            files.shell("server.pem"),
            encrypted
                ? "  (the password is net.tls.certificateKeyFilePassword in its configuration"
                    + " file)\n"
                : "",
            host,
            files.url("ca.pem"),
            files.url("client.pem"))
        .lines()
        .toList();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MongoUrl.parse(url);
  }
}
