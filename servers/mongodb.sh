# shellcheck shell=bash
# A server that speaks MongoDB's protocol: FerretDB in front of PostgreSQL with DocumentDB (in the chroot).
# Two FerretDB processes share one PostgreSQL: a process has one TLS listener, which asks for client certificates or not.

FERRETDB_VERSION=v2.7.0
FERRETDB_MODULE=github.com/FerretDB/FerretDB/v2/cmd/ferretdb
MONGODB_DIR=$STATE_DIR/mongodb
FERRETDB=$MONGODB_DIR/bin/ferretdb

mongodb_packages() { echo debootstrap; }

mongodb_running() { alive postgres && alive ferretdb && alive ferretdb-x509; }

ferretdb_built() { [[ $(cat "$MONGODB_DIR/bin/version" 2>/dev/null) == "$FERRETDB_VERSION" ]]; }

ferretdb_build() {
  local bin=$MONGODB_DIR/bin
  say "mongodb: building FerretDB $FERRETDB_VERSION (log: $LOG_DIR/ferretdb-build.log)"
  rm -rf "$bin"
  logged ferretdb-build "check the network and 'go env GOPROXY'; Go 1.25 or later is needed" \
    env GOBIN="$bin" CGO_ENABLED=0 nice go install "$FERRETDB_MODULE@$FERRETDB_VERSION"
  printf '%s\n' "$FERRETDB_VERSION" >"$bin/version"
}

mongodb_provision() {
  local job jobs=() failed=
  install -d -m 0755 "$MONGODB_DIR"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$MONGODB_DIR/run" "$MONGODB_DIR/ferretdb" "$MONGODB_DIR/ferretdb-x509"
  ferretdb_built || command -v go >/dev/null ||
    fail "mongodb: no 'go' on the PATH; FerretDB $FERRETDB_VERSION is built from source: install Go 1.25 or later"
  # Both take a minute: at the same time.
  chroot_ensure &
  jobs+=($!)
  if ! ferretdb_built; then
    ferretdb_build &
    jobs+=($!)
  fi
  for job in "${jobs[@]}"; do
    wait "$job" || failed=1
  done
  [[ -z $failed ]] || exit 3
  if [[ ! -d $MONGODB_DIR/data ]]; then
    say "mongodb: making an empty database"
    postgres_initdb mongodb
    mv "$MONGODB_DIR/data.new" "$MONGODB_DIR/data"
  fi
}

mongodb_configure() {
  local data=$MONGODB_DIR/data
  tls_install mongodb
  # Reached only through its socket, in a folder of the servers' user, and by that user: no password to keep.
  cat >"$data/postgresql.conf" <<CONFIG
listen_addresses = ''
unix_socket_directories = '/srv/run'
max_connections = 300
shared_buffers = 256MB
synchronous_commit = off
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.host = '/srv/run'
cron.log_run = off
cron.log_statement = off
documentdb.localhost_connection_string = 'host=/srv/run'
CONFIG
  # Under every role: DocumentDB's background worker has one of its own.
  echo "local all all peer map=servers" >"$data/pg_hba.conf"
  echo "servers $RUN_USER all" >"$data/pg_ident.conf"
}

# FerretDB's users are PostgreSQL roles; SCRAM-SHA-256 is the only mechanism it has.
mongodb_users() {
  local bench=$1
  private_file "$MONGODB_DIR/users.sql" "$RUN_USER" <<SQL
CREATE EXTENSION IF NOT EXISTS documentdb CASCADE;
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench') AS missing \\gset
\\if :missing
SELECT documentdb_api.create_user('{ "createUser": "bench", "pwd": "$bench", "roles": [
  { "role": "readWriteAnyDatabase", "db": "admin" }, { "role": "clusterAdmin", "db": "admin" } ] }');
\\endif
ALTER ROLE bench PASSWORD '$bench';
SQL
  # Terse: an error message does not repeat the statement with the password.
  logged documentdb "$START_ANEW" in_chroot mongodb psql --host=/srv/run --username=postgres --no-psqlrc --quiet \
    --set=ON_ERROR_STOP=1 --set=VERBOSITY=terse --file=/srv/users.sql postgres
}

# ferretdb_start DAEMON ARGUMENT…
ferretdb_start() {
  local daemon=$1
  shift
  # tlsrsakex: Go offers the TLS_RSA_* suites only when asked.
  start_daemon "$daemon" setpriv --reuid "$RUN_USER" --regid "$RUN_USER" --clear-groups -- \
    env -i DO_NOT_TRACK=1 GODEBUG=tlsrsakex=1 "$FERRETDB" --telemetry=disable --debug-addr=- --log-level=warn \
    --state-dir="$MONGODB_DIR/$daemon" --postgresql-url="postgres://postgres@/postgres?host=$MONGODB_DIR/run" \
    --listen-tls-cert-file="$MONGODB_DIR/tls/server-cert.pem" --listen-tls-key-file="$MONGODB_DIR/tls/server-key.pem" "$@"
}

mongodb_start() {
  local bench url COMMAND
  bench=$(password mongodb-bench)
  mongodb_stop
  require_free_port "$MONGODB_PORT" TLSBENCH_MONGODB_PORT
  require_free_port "$MONGODB_TLS_PORT" TLSBENCH_MONGODB_TLS_PORT
  require_free_port "$MONGODB_X509_PORT" TLSBENCH_MONGODB_X509_PORT
  mongodb_configure
  chroot_command mongodb "$POSTGRES_BIN/postgres" -D /srv/data
  start_daemon postgres "${COMMAND[@]}"
  wait_until postgres 60 in_chroot mongodb pg_isready --quiet --host=/srv/run --username=postgres --dbname=postgres
  mongodb_users "$bench"
  ferretdb_start ferretdb --listen-addr="127.0.0.1:$MONGODB_PORT" --listen-tls="127.0.0.1:$MONGODB_TLS_PORT"
  ferretdb_start ferretdb-x509 --listen-addr=- --listen-tls="127.0.0.1:$MONGODB_X509_PORT" \
    --listen-tls-ca-file="$MONGODB_DIR/tls/ca.pem"
  wait_until ferretdb 30 port_answers "$MONGODB_PORT"
  wait_until ferretdb 30 port_answers "$MONGODB_TLS_PORT"
  wait_until ferretdb-x509 30 port_answers "$MONGODB_X509_PORT"
  url="mongodb://bench:$bench@127.0.0.1"
  private_file "$RUN_DIR/mongodb.env" root <<VARIABLES
export TLSBENCH_MONGODB_URL='$url:$MONGODB_PORT/ycsb?authSource=admin'
export TLSBENCH_MONGODB_TLS_URL='$url:$MONGODB_TLS_PORT/ycsb?authSource=admin'
export TLSBENCH_MONGODB_X509_URL='$url:$MONGODB_X509_PORT/ycsb?authSource=admin'
export TLSBENCH_MONGODB_BACKEND_PID=$(cut -d ' ' -f 1 "$RUN_DIR/postgres.pid")
VARIABLES
  say "mongodb: FerretDB $FERRETDB_VERSION, plain on 127.0.0.1:$MONGODB_PORT, TLS on $MONGODB_TLS_PORT," \
    "TLS with client certificate on $MONGODB_X509_PORT"
}

mongodb_stop() {
  stop_daemon ferretdb TERM 10
  stop_daemon ferretdb-x509 TERM 10
  # PostgreSQL's fast shutdown.
  stop_daemon postgres INT 60
}
