package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.ArrayList;
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
    return new MongoPreamble();
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    List<String> lines = new ArrayList<>();
    lines.add("MongoDB server");
    lines.add(
        "  mongod --tlsMode requireTLS --tlsCAFile "
            + files.shell("ca.pem")
            + " --tlsCertificateKeyFile "
            + files.shell("server.pem"));
    lines.add(
        "  (add --tlsAllowConnectionsWithoutCertificates if client certificates are optional)");
    if (encrypted) {
      lines.add("  (the password is net.tls.certificateKeyFilePassword in its configuration file)");
    }
    lines.add("MongoDB client");
    lines.add(
        "  mongodb://"
            + host
            + ":27017/?tls=true&tlsCAFile="
            + files.url("ca.pem")
            + "&tlsCertificateKeyFile="
            + files.url("client.pem"));
    return lines;
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MongoUrl.parse(url);
  }
}
