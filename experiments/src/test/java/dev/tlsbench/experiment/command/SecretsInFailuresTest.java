package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command and all bindings, with secrets that are wrong or misplaced. */
@Tag("any-jdk")
class SecretsInFailuresTest extends SecretsSuite {
  static Stream<Arguments> failures() {
    String server = "127.0.0.1:" + closedPort + "/ycsb";
    String user = "joe:" + encoded(WRONG) + "@";
    String raw = "joe:" + WRONG + "@";
    String wrongUser = mySql.url().replaceFirst("//.*@", "//" + user);
    String cassandra =
        "cassandra://"
            + user
            + server
            + "?tls=true&tlsCertificateKeyFile="
            + files.resolve("client.pem");
    String password = "password=" + encoded(WRONG);
    String disabled = wrongUser.replaceFirst("ssl-mode=[^&]*", "ssl-mode=DISABLED");
    String notTrusted = "ssl-ca=" + files.resolve("other.pem");
    String gone = "https://127.0.0.1:" + closedPort + "/";
    return Stream.of(
            failure("wrong password", 3, wrongUser),
            failure("wrong password", 3, postgres.url().replaceFirst("//.*@", "//" + user)),
            failure("no users", 3, mongo.url().replace("//", "//" + user)),
            failure("wrong key password", 2, withKey(mySqlUrl(), WRONG)),
            failure("wrong key password", 2, withKey(mongoUrl(), WRONG)),
            failure("wrong key password", 2, withKey(postgresUrl(), WRONG)),
            failure("wrong key password", 2, withKey(cassandra, WRONG)),
            failure("no key password", 2, mySqlUrl()),
            failure("no key password", 2, postgresUrl()),
            failure("no key password", 2, cassandra),
            failure("wrong password", 3, redis.url().replaceFirst("//.*@", "//" + user)),
            failure("wrong key password", 2, withKey(redisUrl(), WRONG)),
            failure("no key password", 2, redisUrl()),
            failure("odd port", 2, "valkeys://" + user + "h:port/0"),
            failure("server gone", 3, "rediss://" + user + server.replaceFirst("/.*", "/0")),
            failure("unknown host", 3, "valkeys://" + user + "no.invalid/0"),
            failure("password not encoded", 2, "redis://" + raw + server),
            failure("no at-sign", 2, "redis://:" + encoded(WRONG) + "/0"),
            failure("odd option", 2, "redis://" + user + "h/0?" + encoded(WRONG)),
            failure("key in URL", 2, "https://" + user + "h/?region=a-1"),
            failure("key not encoded", 2, "http://" + raw + server),
            failure("no at-sign", 2, "https://joe:" + encoded(WRONG) + "/"),
            failure("key as option", 2, "https://h/?region=a-1&secretKey=" + encoded(WRONG)),
            failure("odd file", 2, "https://127.0.0.1/?region=a-1&credentialsFile=" + keys("x")),
            failure("server gone", 3, gone + "?region=a-1&credentialsFile=" + keys("secretKey")),
            failure("wrong CA", 3, wrongUser.replaceFirst("ssl-ca=[^&]*", notTrusted)),
            failure("no CA", 2, wrongUser.replaceFirst("ssl-ca=[^&]*", "ssl-ca=/nonesuch.pem")),
            failure("unknown host", 3, "mysql://" + user + "no.invalid/x?ssl-mode=REQUIRED"),
            failure("unknown host", 3, "mongodb://" + user + "no.invalid/x"),
            failure("unknown host", 3, "mongodb+srv://" + user + "no.invalid/x"),
            failure("server gone", 3, "mysql://" + user + server + "?ssl-mode=REQUIRED"),
            failure("server gone", 3, "mongodb://" + user + server),
            failure("unknown host", 3, "postgresql://" + user + "no.invalid/x?sslmode=require"),
            failure("unknown host", 3, "cassandra://" + user + "no.invalid/x"),
            failure("server gone", 3, "postgresql://" + user + server + "?sslmode=require"),
            failure("server gone", 3, "cassandra://" + user + server),
            failure(
                "server gone", 3, "jdbc:postgresql://" + server + "?sslmode=disable&" + password),
            failure("server gone", 3, "jdbc:mysql://" + user + server + "?sslMode=DISABLED"),
            failure("server gone", 3, "jdbc:mysql://" + server + "?sslMode=DISABLED&" + password),
            failure(
                "server gone",
                3,
                "jdbc:mysql://address=(host=127.0.0.1)(port="
                    + closedPort
                    + ")(password=x"
                    + encoded(WRONG)
                    + ")/x?sslMode=DISABLED"),
            failure(
                "proxy gone",
                3,
                "mongodb://h/x?proxyHost=127.0.0.1&proxyPort="
                    + closedPort
                    + "&proxyUsername=u&proxyPassword="
                    + encoded(WRONG)),
            failure("contradicting options", 2, disabled),
            failure("password not encoded", 2, "mysql://" + raw + server),
            failure("password not encoded", 2, "mongodb://" + raw + server),
            failure("password not encoded", 2, "jdbc:mysql://" + raw + server),
            failure("password not encoded", 2, "postgresql://" + raw + server),
            failure("password not encoded", 2, "jdbc:postgresql://" + raw + server),
            failure("password not encoded", 2, "cassandra://" + raw + server),
            failure("no host", 2, "mongodb://" + user + "/x"),
            failure("no at-sign", 2, "mongodb://joe:" + encoded(WRONG) + "/x"),
            failure("no at-sign", 2, "mysql://joe:" + encoded(WRONG) + "/x?ssl-mode=REQUIRED"),
            failure("no at-sign", 2, "postgresql://joe:" + encoded(WRONG) + "/x?sslmode=require"),
            failure("no at-sign", 2, "cassandra://joe:" + encoded(WRONG) + "/x"),
            failure("odd option", 2, "postgresql://" + user + server + "?" + encoded(WRONG)),
            failure("odd option", 2, "cassandra://" + user + server + "?" + encoded(WRONG)),
            failure("odd option", 2, "mongodb://" + user + server + "?" + encoded(WRONG)),
            failure("odd port", 2, "postgresql://" + user + "h:port/x?sslmode=require"),
            failure("odd port", 2, "cassandra://" + user + "h:port/x"),
            failure("odd port", 2, "mysql://" + user + "h:port/x?ssl-mode=REQUIRED"))
        .flatMap(failure -> failure);
  }

  /** Returns a file with credentials of AWS, in which a line has this name. */
  private static Path keys(String name) {
    try {
      return Path.of(file(name + ".properties", Map.of("accessKey", WRONG, name, WRONG)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs with both launchers, with the URL in the place of each. */
  private static Stream<Arguments> failure(String name, int exitCode, String url) {
    String binding = binding(url);
    String property = binding.replace("-tls", ".url=") + url;
    return Stream.of(
        Arguments.of(name, exitCode, "ycsb", List.of("run", binding, "-p", property)),
        Arguments.of(name, exitCode, "connect", List.of(url)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failsInSilenceAboutSecrets(String name, int exitCode, String command, List<String> rest) {
    int ended =
        command.equals("ycsb")
            ? ycsb(CommandRun.words(rest.toArray(), "-p", "tls.verbose=true"))
            : tlsbench(
                    CommandRun.words(
                        command, rest.toArray(), "-n 2 --verbose --output=" + directory))
                .exitCode();
    assertThat(ended).as(name + console).isEqualTo(exitCode);
    assertThat(console.toString(StandardCharsets.UTF_8)).containsAnyOf("ycsb: ", "tlsbench: ");
  }

  @ParameterizedTest
  @MethodSource
  void failsInSilenceAboutSecretsOfVariants(String command, String variant) {
    String[] variants = {"--variant", variant, "--variant", "v:tls.enabled=false"};
    String output = "--verbose --output=" + directory;
    String[] args = CommandRun.words(command, mySql.url(), variants, output, WORKLOAD.toArray());
    assertThat(tlsbench(args).exitCode()).as("" + console).isIn(2, 3);
  }

  static Stream<Arguments> failsInSilenceAboutSecretsOfVariants() {
    String wrongUser = mySql.url().replaceFirst("//.*@", "//joe:" + encoded(WRONG) + "@");
    return Stream.of(
        Arguments.of("compare", "w:url=" + wrongUser),
        Arguments.of("sweep", "w:mysql.url=mysql://joe:" + WRONG + "@h/x"),
        Arguments.of(
            "bulk",
            "w:tls.certificateKeyFile="
                + files.resolve("client.pem")
                + ",tls.certificateKeyFilePassword="
                + WRONG),
        Arguments.of("saturate", "w:url=" + wrongUser));
  }

  /** Misplaced arguments are quoted without their secrets. */
  @ParameterizedTest
  @MethodSource
  void quotesNoSecretsThatWereTypedInTheWrongPlace(String command, List<String> args) {
    int exitCode =
        command.equals("ycsb")
            ? ycsb(args.toArray(String[]::new))
            : tlsbench(args.toArray(String[]::new)).exitCode();
    assertThat(exitCode).as("" + console).isEqualTo(2);
  }

  static Stream<Arguments> quotesNoSecretsThatWereTypedInTheWrongPlace() throws IOException {
    String url = "mysql://joe:" + encoded(WRONG) + "@h/x?ssl-mode=REQUIRED";
    String raw = "mongodb://joe:" + WRONG + "@h/x";
    String password = "mysql.password=" + WRONG;
    Path yaml = Files.writeString(files.resolve("odd.yaml"), "a:\n  mysql.password: [" + WRONG);
    Path noYaml = Files.writeString(files.resolve("no.yaml"), "a:\n\t- url: " + url);
    Stream<List<String>> ycsb =
        Stream.of(
            List.of(url),
            List.of("run", url),
            List.of("run", "mysql-tls", url),
            List.of("run", "mysql-tls", "-P", url),
            List.of("run", "mysql-tls", "--nonesuch=" + url),
            List.of("run", "mysql-tls", "--nonesuch", raw),
            List.of("run", "mysql-tls", "-threads", url, "-p", "mysql.url=" + url),
            List.of("run", "mysql-tls", "-p", url, "-p", "workload=" + raw),
            List.of("run", "mysql-tls", "-p", "exporter=" + raw, "-p", "mysql.url=" + url),
            List.of("run", "mysql-tls", "-p", "tls.provider=" + raw, "-p", "mysql.url=" + url),
            List.of("run", "mysql-tls", "-p", "tls.passwd=" + WRONG, "-p", "mysql.url=" + url),
            List.of("run", "mysql-tls", "-p", "mysql.batchsize=" + raw, "-p", "mysql.url=" + url));
    Stream<List<String>> tlsbench =
        Stream.of(
            List.of(url),
            List.of(raw),
            List.of(password),
            List.of("connect", password),
            List.of("connect", url, raw),
            List.of("connect", "--nonesuch=" + raw),
            List.of("connect", "http://joe:" + WRONG + "@h"),
            List.of("connect", "-n", raw),
            List.of("connect", "--variant", password),
            List.of("connect", "--variant", raw),
            List.of("connect", "--plain-url", raw, mySql.url(), "-n", "1"),
            List.of("probe", "--binding", url),
            List.of("probe", url, "--binding", raw),
            List.of("probe", "-P", raw),
            List.of("probe", "-p", WRONG),
            List.of("compare", "--window", raw),
            List.of("compare", "--threads", url),
            List.of("compare", "--baseline", url),
            List.of("compare", "--variants", url),
            List.of("compare", "--variants", yaml.toString(), "--verbose"),
            List.of("compare", "--variants", noYaml.toString(), "--verbose"),
            List.of("sweep", "--axis", raw),
            List.of("sweep", "--axis", "rtt=" + url),
            List.of("bulk", "--read", raw),
            List.of("saturate", "--precision", url),
            List.of("predict", raw, "--request", "1", "--reply", "1"),
            List.of("predict", "--rate", raw, "--request", "1", "--reply", "1"),
            List.of("predict", "--from", url, "--request", "1", "--reply", "1"),
            List.of("predict", "--what-if", raw, "--request", "1", "--reply", "1"),
            List.of("report", raw),
            List.of("run", raw),
            List.of("run", "mysql-go-tls", raw, "--server-pid", url),
            List.of("serve", "--port", url),
            List.of("tap", "--listen", "0", "--to", raw),
            List.of("tap", "--listen", url, "--to", "db:1"),
            List.of("serve", "--binding", raw),
            List.of("certs", files + "/new", "--key-password-env", raw),
            List.of("certs", files + "/new", "--key-type", url));
    return Stream.concat(
        ycsb.map(args -> Arguments.of("ycsb", args)),
        tlsbench.map(args -> Arguments.of("tlsbench", args)));
  }
}
