package dev.tlsbench.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A project that has the driver of one database only, or none. */
class MissingDriverTest {
  private static final String MONGODB = "dev.tlsbench.core.mongodb.MongoUrl";
  private static final String MYSQL = "dev.tlsbench.core.mysql.MySqlUrl";
  private static final String CASSANDRA = "dev.tlsbench.core.cassandra.CassandraUrl";
  private static final String DYNAMODB = "dev.tlsbench.core.dynamodb.DynamoUrl";
  private static final String REDIS = "dev.tlsbench.core.redis.RedisUrl";

  /** Loads this module as a project does whose class path lacks some jars. */
  private static URLClassLoader without(String jars) throws Exception {
    Pattern missing = Pattern.compile(jars);
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!missing.matcher(Path.of(entry).getFileName().toString()).find()) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static Object parse(ClassLoader loader, String type, String url) throws Throwable {
    try {
      return Class.forName(type, true, loader).getMethod("parse", String.class).invoke(null, url);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @ParameterizedTest
  @CsvSource({
    MONGODB + ", mongodb://db/x, org.mongodb:mongodb-driver-sync",
    MYSQL + ", mysql://db/x?ssl-mode=DISABLED, com.mysql:mysql-connector-j",
    CASSANDRA + ", cassandra://db/x, org.apache.cassandra:java-driver-core-shaded",
    REDIS + ", redis://db/0, redis.clients:jedis",
    DYNAMODB + ", https://db/, software.amazon.awssdk:dynamodb"
  })
  void isNamedWhereAUrlIsParsed(String type, String url, String artifact) throws Exception {
    try (URLClassLoader loader =
        without("^(mongodb-driver|bson|mysql-connector|java-driver|jedis|dynamodb)")) {
      assertThatThrownBy(() -> parse(loader, type, url))
          .hasMessageContaining(artifact)
          .satisfies(
              failure ->
                  assertThat(failure.getClass().getName())
                      .isEqualTo(InvalidSettingException.class.getName()));
    }
  }

  @Test
  void ofMySqlIsNoConcernOfMongoDb() throws Throwable {
    try (URLClassLoader loader = without("^mysql-connector")) {
      assertThat(parse(loader, MONGODB, "mongodb://db/x?tls=true"))
          .hasToString("mongodb://db/x?tls=true");
    }
  }

  @Test
  void ofMongoDbIsNoConcernOfMySql() throws Throwable {
    try (URLClassLoader loader = without("^(mongodb-driver|bson)")) {
      assertThat(parse(loader, MYSQL, "mysql://db/x?ssl-mode=REQUIRED"))
          .hasToString("jdbc:mysql://db:3306/x?ssl-mode=REQUIRED");
    }
  }
}
