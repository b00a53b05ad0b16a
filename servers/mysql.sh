# shellcheck shell=bash
# MySQL from Debian unstable, in the chroot. Inside it, the server's folder is /srv.

MYSQL_DIR=$STATE_DIR/mysql

mysql_packages() { echo debootstrap; }

mysql_running() { alive mysql; }

mysql_provision() {
  chroot_ensure
  install -d -m 0755 "$MYSQL_DIR"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MYSQL_DIR/run"
  if [[ ! -d $MYSQL_DIR/data ]]; then
    say "mysql: making an empty database"
    rm -rf "$MYSQL_DIR/data.new"
    install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MYSQL_DIR/data.new"
    logged mysql-initialize "$START_ANEW" in_chroot mysql mysqld --no-defaults --initialize-insecure --datadir=/srv/data.new
    mv "$MYSQL_DIR/data.new" "$MYSQL_DIR/data"
  fi
}

mysql_configure() {
  local bench=$1
  tls_install mysql
  cat >"$MYSQL_DIR/my.cnf" <<CONFIG
[mysqld]
datadir = /srv/data
socket = /srv/run/mysqld.sock
pid-file = /srv/run/mysqld.pid
secure-file-priv = NULL
bind-address = 127.0.0.1
port = $MYSQL_PORT
mysqlx = OFF
skip-name-resolve = ON
init-file = /srv/users.sql

ssl-ca = /srv/tls/ca.pem
ssl-cert = /srv/tls/server-cert.pem
ssl-key = /srv/tls/server-key.pem
tls-version = TLSv1.2,TLSv1.3
ssl-session-cache-mode = ON

# Sized for tests on a small machine, and spared the wait for the disk at each commit.
innodb-buffer-pool-size = 256M
innodb-redo-log-capacity = 256M
innodb-flush-log-at-trx-commit = 2
skip-log-bin
max-connections = 1000
# sysbench keeps its statements prepared: some ten for each table and connection.
max-prepared-stmt-count = 1000000
CONFIG
  # Run at every start, so that users and passwords are always the ones that servers/env prints. bench may flush tables
  # and resize the buffer pool, as --flush and --data-per-pool do.
  private_file "$MYSQL_DIR/users.sql" "$RUN_USER" <<SQL
ALTER USER 'root'@'localhost' IDENTIFIED BY '$(password mysql-root)';
$(sql_users "$bench" "$(password mysql-benchx509)" "RELOAD, SYSTEM_VARIABLES_ADMIN")
SQL
  private_file "$MYSQL_DIR/client.cnf" "$RUN_USER" <<CONFIG
[client]
host = 127.0.0.1
port = $MYSQL_PORT
user = bench
password = $bench
ssl-mode = VERIFY_IDENTITY
ssl-ca = /srv/tls/ca.pem
CONFIG
}

# Encryption at rest: the master key lies in a file of the server's folder. The chroot's binary reads which components
# to load from the data directory of the server that it runs for.
mysql_keyring() {
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MYSQL_DIR/keyring"
  echo '{ "read_local_manifest": true }' >"$CHROOT/usr/sbin/mysqld.my"
  echo '{ "read_local_config": true }' >"$CHROOT/usr/lib/mysql/plugin/component_keyring_file.cnf"
  echo '{ "components": "file://component_keyring_file" }' >"$MYSQL_DIR/data/mysqld.my"
  echo '{ "path": "/srv/keyring/keys", "read_only": false }' >"$MYSQL_DIR/data/component_keyring_file.cnf"
}

# mysql_unlock_socket DIRECTORY: removes what a server that was killed left behind. It names a process id, and where
# another process or thread has that id by now, the next server would not start. Two servers on the same data are
# refused by the locks on the data itself.
mysql_unlock_socket() { rm -f "$1/run/mysqld.sock.lock"; }

mysql_start() {
  local bench COMMAND
  bench=$(password mysql-bench)
  require_free_port "$MYSQL_PORT" TLSBENCH_MYSQL_PORT
  mysql_configure "$bench"
  mysql_keyring
  mysql_unlock_socket "$MYSQL_DIR"
  chroot_command mysql mysqld --defaults-file=/srv/my.cnf
  start_daemon mysql "${COMMAND[@]}"
  # A log-in over TLS. It also puts the password into the cache of caching_sha2_password, without which a first
  # log-in in plain text would have to ask for the server's RSA key.
  wait_until mysql 60 in_chroot mysql mysql --defaults-file=/srv/client.cnf -e 'SELECT 1' ycsb
  private_file "$RUN_DIR/mysql.env" root <<VARIABLES
export TLSBENCH_MYSQL_URL='mysql://bench:$bench@127.0.0.1:$MYSQL_PORT/ycsb'
export TLSBENCH_MYSQL_X509_URL='mysql://benchx509:$(password mysql-benchx509)@127.0.0.1:$MYSQL_PORT/ycsb'
VARIABLES
  say "mysql: $(in_chroot mysql mysql --defaults-file=/srv/client.cnf -BN -e "SELECT 'MySQL', version()" | tr '\t' ' ')," \
    "plain and TLS on 127.0.0.1:$MYSQL_PORT"
}

mysql_stop() { stop_daemon mysql TERM 60; }
