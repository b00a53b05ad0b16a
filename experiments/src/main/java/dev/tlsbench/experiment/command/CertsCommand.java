package dev.tlsbench.experiment.command;

import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.client.properties.UndecodableText;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.CertificateBuilder;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.bouncycastle.util.IPAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a throw-away CA and certificates for a server and a client. */
@Command(
    name = "certs",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a throw-away CA, a server's and a client's certificate into a directory.",
      "Servers and tlsbench read the files directly. The CA's own key is not kept, so it"
          + " cannot issue further certificates."
    })
final class CertsCommand extends TlsbenchCommand {
  private static final int MOST_DAYS = 36_500;
  private static final Pattern DNS_NAME =
      Pattern.compile("(\\*\\.)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.?");

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @Parameters(paramLabel = "DIR", description = "Created (mode 0700) if it does not exist.")
  private Path directory;

  @Option(
      names = "--key-type",
      paramLabel = "TYPE",
      defaultValue = "p-256",
      description =
          "Type of all keys: rsa-2048, rsa-3072, p-256 or ed25519; default ${DEFAULT-VALUE}.")
  private String keyType = "p-256";

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "DNS name or IP address of the server; may be repeated. Default localhost, 127.0.0.1"
              + " and ::1.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--client",
      paramLabel = "NAME",
      defaultValue = "tlsbench client",
      description = "Common name of the client; default ${DEFAULT-VALUE}.")
  private String client = "tlsbench client";

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "Validity of all certificates; default ${DEFAULT-VALUE}.")
  private int days;

  @ArgGroup private @Nullable KeyPassword keyPassword;

  @Option(names = "--force", description = "Replace the files of an earlier run.")
  private boolean force;

  @Override
  public Integer call() {
    hosts = hosts.stream().map(host -> HostName.toAscii("--host", host)).toList();
    if (days < 1 || days > MOST_DAYS) {
      throw new InvalidSettingException(
          "--days: %s is not between 1 and %s; choose a number in this range"
              .formatted(days, MOST_DAYS));
    }
    KeyType type = keyTypeOf(keyType);
    String password = keyPassword == null ? null : keyPassword.read(console());
    CertificateFiles files = new CertificateFiles(directory.toAbsolutePath().normalize());
    try {
      files.prepare(force);
      Instant end = Instant.now().plus(Duration.ofDays(days));
      CertificateAuthority ca =
          CertificateAuthority.builder().keyType(type).validUntil(end).build();
      IssuedCertificate server = server(ca.server().keyType(type).validUntil(end));
      IssuedCertificate own = ca.client(client).keyType(type).validUntil(end).build();
      files.write(ca, server, own, password);
    } catch (IOException e) {
      throw new InvalidSettingException(
          "%s: cannot be written (%s: %s); choose another directory"
              .formatted(directory, e.getClass().getSimpleName(), e.getMessage()),
          e);
    }
    files
        .explain(hosts.isEmpty() ? "localhost" : hosts.get(0), password != null)
        .forEach(console().out()::println);
    if (type == KeyType.ED25519) {
      console()
          .err()
          .println(
              "--key-type ed25519: psql cannot log in by password to a server with such a"
                  + " certificate, except with channel_binding=disable; for PostgreSQL take p-256");
    }
    return ExitCode.DONE;
  }

  private IssuedCertificate server(CertificateBuilder<IssuedCertificate> server) {
    if (!hosts.isEmpty()) {
      server.commonName(hosts.get(0));
    }
    for (String host : hosts) {
      if (host.isBlank()) {
        throw new InvalidSettingException(
            "--host: the name is empty; give a name, or omit the option");
      }
      if (host.indexOf(':') >= 0 || host.matches("[0-9.]+")) {
        if (!IPAddress.isValid(host)) {
          throw new InvalidSettingException(
              "--host: "
                  + host
                  + " is not an IP address; write it without port, brackets and mask");
        }
        server.ipAddresses(host);
      } else if (!DNS_NAME.matcher(host).matches()) {
        throw new InvalidSettingException(
            ("--host: '%s' is no DNS name; write labels of letters, digits, hyphens "
                    + "and underscores with points between them, the first may be '*'")
                .formatted(host));
      } else {
        server.dnsNames(host);
      }
    }
    return server.build();
  }

  private static KeyType keyTypeOf(String name) {
    try {
      return KeyType.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          "--key-type: unknown type '%s'; choose one of rsa-2048, rsa-3072, p-256, ed25519"
              .formatted(name),
          e);
    }
  }

  /** The source of the keys' password: not the command line, which every user can see. */
  static final class KeyPassword {
    @Option(
        names = "--key-password-file",
        paramLabel = "FILE",
        required = true,
        description = "Encrypt the keys with the first line of this file.")
    private @Nullable Path file;

    @Option(
        names = "--key-password-env",
        paramLabel = "NAME",
        required = true,
        description = "Encrypt the keys with the value of this environment variable.")
    private @Nullable String variable;

    String read(Console console) {
      String option = file != null ? "--key-password-file" : "--key-password-env";
      String source = file != null ? file.toString() : String.valueOf(variable);
      String password = file != null ? firstLine(file) : console.environment().get(source);
      if (password == null || password.isEmpty()) {
        throw new InvalidSettingException(
            option + ": there is no password in " + source + "; write one there");
      }
      UndecodableText.refuse(option + " " + source, password);
      if (file != null) {
        ExposedFiles.warning(file, "password").ifPresent(console::warn);
      }
      return password;
    }

    private static String firstLine(Path file) {
      try {
        return BoundedFile.text("--key-password-file: " + file, file, 1, "a password")
            .lines()
            .findFirst()
            .orElse("");
      } catch (IOException e) {
        throw new InvalidSettingException(
            "--key-password-file: %s cannot be read (%s); check path and permissions"
                .formatted(file, e.getClass().getSimpleName()),
            e);
      }
    }
  }
}
