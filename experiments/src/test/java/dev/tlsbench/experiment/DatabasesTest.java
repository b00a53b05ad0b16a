package dev.tlsbench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Asks which database in one place: a database's own packages and its registrations. */
@Tag("any-jdk")
class DatabasesTest {
  /** Classes that stand for a database by their name, which users write. */
  private static final List<String> REGISTRATIONS =
      List.of(
          "MongoTlsClient.java",
          "MySqlTlsClient.java",
          "PostgresTlsClient.java",
          "CassandraTlsClient.java",
          "RedisTlsClient.java",
          "DynamoTlsClient.java",
          "TlsServer.java");

  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);

  /** A constant, a package, a driver's type, or a text that is nothing but a name. */
  private static final Pattern QUESTION =
      Pattern.compile(
          "\\b(MONGODB|MYSQL|POSTGRESQL|CASSANDRA|REDIS|DYNAMODB)\\b"
              + "|\\b(com\\.mongodb|org\\.bson|com\\.mysql|org\\.postgresql|com\\.datastax|redis\\.clients|software\\.amazon)\\b"
              + "|dev\\.tlsbench\\.\\w+\\.("
              + ids()
              + ")\\."
              + "|\"(?i:"
              + Stream.concat(
                      Database.all().stream().map(Database::product),
                      Stream.of("MariaDB", "FerretDB"))
                  .collect(Collectors.joining("|"))
              + "|"
              + ids()
              + ")(-tls|\\.\\w+)?\"");

  private static String ids() {
    return Database.all().stream().map(Database::id).collect(Collectors.joining("|"));
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> files = new ArrayList<>();
      for (Path module : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> all = Files.walk(module)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
          }
        }
      }
      return files;
    }
  }

  private static boolean isOfDatabase(Path file) {
    String parent =
        file.toAbsolutePath().getName(file.toAbsolutePath().getNameCount() - 2).toString();
    return Database.all().stream().anyMatch(database -> database.id().equals(parent))
        || REGISTRATIONS.contains(file.getFileName().toString());
  }

  @Test
  void nothingElseAsksWhichDatabase() throws IOException {
    List<String> questions = new ArrayList<>();
    List<Path> sources = sources();
    for (Path file : sources) {
      if (!isOfDatabase(file)) {
        String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
        for (Matcher found = QUESTION.matcher(code); found.find(); ) {
          questions.add(file.getFileName() + ": " + found.group());
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(500);
    assertThat(questions).isEmpty();
  }

  @Test
  void findsQuestions() {
    assertThat(
            List.of(
                "binding == Binding.MYSQL",
                "import com.mongodb.client.MongoClient;",
                "import dev.tlsbench.core.mysql.MySqlUrl;",
                "id.equals(\"mysql-tls\")",
                "\"mongodb.url\"",
                "product.equals(\"MariaDB\")"))
        .allMatch(code -> QUESTION.matcher(code).find());
  }

  @Test
  void eachDatabaseHasABinding() {
    assertThat(Binding.all().stream().map(binding -> binding.database().id()))
        .containsExactlyInAnyOrderElementsOf(Database.all().stream().map(Database::id).toList());
  }
}
