package dev.tlsbench.core;

/** The database drivers. A project adds those that it uses to the class path. */
public final class Drivers {
  private Drivers() {}

  /**
   * Checks that the MongoDB driver is on the class path.
   *
   * @throws InvalidSettingException if it is missing
   */
  public static void requireMongoDb() {
    require("com.mongodb.client.MongoClient", "MongoDB", "org.mongodb:mongodb-driver-sync");
  }

  /**
   * Checks that Connector/J is on the class path.
   *
   * @throws InvalidSettingException if it is missing
   */
  public static void requireMySql() {
    require("com.mysql.cj.jdbc.Driver", "MySQL", "com.mysql:mysql-connector-j");
  }

  private static void require(String className, String database, String artifact) {
    try {
      Class.forName(className, false, Drivers.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new InvalidSettingException(
          "the driver for " + database + " is missing; add " + artifact + " to the class path", e);
    }
  }
}
