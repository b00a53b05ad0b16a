# shellcheck shell=bash
# MariaDB from this machine's own Debian release. Its packages without a service: nothing but our own instance starts.

MARIADB_DIR=$STATE_DIR/mariadb

mariadb_packages() { echo mariadb-server-core mariadb-client-core; }

mariadb_running() { alive mariadb; }

as_run_user() { setpriv --reuid "$RUN_USER" --regid "$RUN_USER" --clear-groups -- env -i PATH="$PATH" LC_ALL=C.UTF-8 "$@"; }

mariadb_provision() {
  install -d -m 0755 "$MARIADB_DIR"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MARIADB_DIR/run"
  if [[ ! -d $MARIADB_DIR/data ]]; then
    say "mariadb: making an empty database"
    rm -rf "$MARIADB_DIR/data.new"
    install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MARIADB_DIR/data.new"
    logged mariadb-install-db "$START_ANEW" as_run_user mariadb-install-db --no-defaults --datadir="$MARIADB_DIR/data.new" \
      --auth-root-authentication-method=socket --auth-root-socket-user=root --skip-test-db
    mv "$MARIADB_DIR/data.new" "$MARIADB_DIR/data"
  fi
}

# Encryption at rest: the plugin that reads keys from a file. It is in the package with the service, of which nothing
# else is wanted.
mariadb_keyring() {
  local unpacked=$MARIADB_DIR/package.new
  if [[ ! -f $MARIADB_DIR/plugin/file_key_management.so ]]; then
    rm -rf "$unpacked"
    install -d -m 0755 "$unpacked" "$MARIADB_DIR/plugin"
    logged apt-update "$CHECK_NETWORK" apt-get update
    (cd "$unpacked" && logged mariadb-keyring "$CHECK_NETWORK" apt-get download mariadb-server)
    logged mariadb-keyring "$START_ANEW" dpkg-deb --extract "$unpacked"/mariadb-server_*.deb "$unpacked"
    mv "$unpacked/usr/lib/mysql/plugin/file_key_management.so" "$MARIADB_DIR/plugin/"
    rm -rf "$unpacked"
  fi
  if [[ ! -f $MARIADB_DIR/keys.txt ]]; then
    private_file "$MARIADB_DIR/keys.txt" "$RUN_USER" <<<"1;$(openssl rand -hex 32)"
  fi
}

mariadb_configure() {
  local bench=$1
  tls_install mariadb
  cat >"$MARIADB_DIR/my.cnf" <<CONFIG
[mariadbd]
datadir = $MARIADB_DIR/data
socket = $MARIADB_DIR/run/mariadbd.sock
pid-file = $MARIADB_DIR/run/mariadbd.pid
secure-file-priv = $MARIADB_DIR/run
bind-address = 127.0.0.1
port = $MARIADB_PORT
skip-name-resolve = ON
init-file = $MARIADB_DIR/users.sql

ssl-ca = $MARIADB_DIR/tls/ca.pem
ssl-cert = $MARIADB_DIR/tls/server-cert.pem
ssl-key = $MARIADB_DIR/tls/server-key.pem
tls-version = TLSv1.2,TLSv1.3

plugin-dir = $MARIADB_DIR/plugin
plugin-load-add = file_key_management
file-key-management-filename = $MARIADB_DIR/keys.txt

# Sized for tests on a small machine, and spared the wait for the disk at each commit.
innodb-buffer-pool-size = 256M
innodb-flush-log-at-trx-commit = 2
skip-log-bin
max-connections = 1000
# sysbench keeps its statements prepared: some ten for each table and connection.
max-prepared-stmt-count = 1000000
CONFIG
  # Run at every start, so that users and passwords are always the ones that servers/env prints.
  private_file "$MARIADB_DIR/users.sql" "$RUN_USER" < <(sql_users "$bench" "$(password mariadb-benchx509)" "RELOAD, SUPER")
  private_file "$MARIADB_DIR/client.cnf" root <<CONFIG
[client]
host = 127.0.0.1
port = $MARIADB_PORT
user = bench
password = $bench
ssl-ca = $TLS_DIR/ca.pem
ssl-verify-server-cert
CONFIG
}

mariadb_start() {
  local bench
  bench=$(password mariadb-bench)
  require_free_port "$MARIADB_PORT" TLSBENCH_MARIADB_PORT
  mariadb_keyring
  mariadb_configure "$bench"
  start_daemon mariadb setpriv --reuid "$RUN_USER" --regid "$RUN_USER" --clear-groups -- \
    env -i PATH="$PATH" LC_ALL=C.UTF-8 mariadbd --defaults-file="$MARIADB_DIR/my.cnf"
  wait_until mariadb 60 mariadb --defaults-file="$MARIADB_DIR/client.cnf" -e 'SELECT 1' ycsb
  private_file "$RUN_DIR/mariadb.env" root <<VARIABLES
export TLSBENCH_MARIADB_URL='mysql://bench:$bench@127.0.0.1:$MARIADB_PORT/ycsb'
export TLSBENCH_MARIADB_X509_URL='mysql://benchx509:$(password mariadb-benchx509)@127.0.0.1:$MARIADB_PORT/ycsb'
VARIABLES
  say "mariadb: MariaDB $(mariadb --defaults-file="$MARIADB_DIR/client.cnf" -BN -e "SELECT version()"), plain and TLS on 127.0.0.1:$MARIADB_PORT"
}

mariadb_stop() { stop_daemon mariadb TERM 60; }
