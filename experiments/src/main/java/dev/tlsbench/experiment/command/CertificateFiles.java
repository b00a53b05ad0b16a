package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.text.ShellWords;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.PrivateFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of {@code certs}: names, content and usage. */
record CertificateFiles(Path directory) implements Database.FileNames {
  private static final List<String> ALL =
      List.of(
          "ca.pem",
          "server.pem",
          "server-cert.pem",
          "server-key.pem",
          "client.pem",
          "client-cert.pem",
          "client-key.pem");

  /** Creates the directory if it does not exist. */
  void prepare(boolean replace) throws IOException {
    for (String name : ALL) {
      if (!replace && Files.exists(directory.resolve(name))) {
        throw new InvalidSettingException(
            directory.resolve(name)
                + ": already exists; choose another directory, or replace it with --force");
      }
    }
    PrivateFiles.createDirectory(directory);
  }

  /** Writes all files, readable by their owner only. */
  void write(
      CertificateAuthority ca,
      IssuedCertificate server,
      IssuedCertificate client,
      @Nullable String password)
      throws IOException {
    ca.writePem(directory.resolve("ca.pem"));
    write(server, "server", password);
    write(client, "client", password);
  }

  private void write(IssuedCertificate issued, String role, @Nullable String password)
      throws IOException {
    Path both = directory.resolve(role + ".pem");
    Path key = directory.resolve(role + "-key.pem");
    issued.writeCertificatePem(directory.resolve(role + "-cert.pem"));
    if (password == null) {
      issued.writePem(both);
      issued.writeKeyPem(key);
    } else {
      issued.writePem(both, password);
      issued.writeEncryptedKeyPem(key, password);
    }
  }

  /** Lists the files and the options that use them. */
  List<String> explain(String host, boolean encrypted) {
    String urlHost = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    List<String> lines = new ArrayList<>();
    lines.add("Written to " + directory + ", readable by you alone:");
    lines.add("  ca.pem                            the CA to trust");
    lines.add("  server.pem                        the server's certificate and key");
    lines.add("  server-cert.pem, server-key.pem   the same in two files");
    lines.add("  client.pem                        the client's certificate and key");
    lines.add("  client-cert.pem, client-key.pem   the same in two files");
    lines.add("");
    for (Database database : Database.all()) {
      lines.addAll(database.explainCertificates(urlHost, encrypted, this));
    }
    if (encrypted) {
      lines.add(
          "The keys are encrypted: tlsbench takes the password from a property file (-P) with");
      lines.add("tls.certificateKeyFilePassword.");
    }
    return lines;
  }

  /** Escapes the path for the query of a URL (RFC 3986, section 3.4). */
  @Override
  public String url(String name) {
    return URLEncoder.encode(directory.resolve(name).toString(), StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("%2F", "/");
  }

  @Override
  public String shell(String name) {
    return ShellWords.quote(directory.resolve(name).toString());
  }
}
