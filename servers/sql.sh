# shellcheck shell=bash
# What MySQL and MariaDB have in common.

# sql_users PASSWORD X509_PASSWORD PRIVILEGES: an init-file, one statement a line. No user must use TLS but the one with
# REQUIRE X509; bench has the privileges too.
sql_users() {
  local user database
  echo "CREATE DATABASE IF NOT EXISTS ycsb;"
  echo "CREATE DATABASE IF NOT EXISTS test;"
  for user in bench benchx509; do
    echo "CREATE USER IF NOT EXISTS '$user'@'%';"
    for database in ycsb test; do
      echo "GRANT ALL ON $database.* TO '$user'@'%';"
    done
  done
  echo "GRANT $3 ON *.* TO 'bench'@'%';"
  echo "ALTER USER 'bench'@'%' IDENTIFIED BY '$1' REQUIRE NONE;"
  echo "ALTER USER 'benchx509'@'%' IDENTIFIED BY '$2' REQUIRE X509;"
}
