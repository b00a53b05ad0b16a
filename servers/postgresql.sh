# shellcheck shell=bash
# PostgreSQL from Debian unstable, in the chroot. Inside it, the server's folder is /srv.

POSTGRESQL_DIR=$STATE_DIR/postgresql
POSTGRES_BIN=/usr/lib/postgresql/18/bin

postgresql_packages() { echo debootstrap; }

postgresql_running() { alive postgresql; }

# postgres_initdb SERVER: makes an empty cluster in SERVER's data.new.
postgres_initdb() {
  local new=$STATE_DIR/$1/data.new
  rm -rf "$new"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$new"
  logged "${1//\//-}-initdb" "$START_ANEW" in_chroot "$1" "$POSTGRES_BIN/initdb" --pgdata=/srv/data.new --username=postgres \
    --auth=peer --encoding=UTF8 --locale=C.UTF-8
}

# postgres_execute SERVER: statements from standard input, one a line, in data.new without a server; databases made later
# inherit the privileges. An error message does not repeat the statement, which may have a password in it.
postgres_execute() {
  local statements
  statements=$(cat)
  in_chroot "$1" "$POSTGRES_BIN/postgres" --single -D /srv/data.new -c exit_on_error=on -c log_min_error_statement=panic \
    template1 <<<"$statements"
}

# postgres_users SERVER: databases and users in data.new; bench may read statistics, write checkpoints, and
# have certificates read anew.
postgres_users() {
  postgres_execute "$1" <<SQL
CREATE ROLE bench LOGIN PASSWORD '$(password postgresql-bench)'
CREATE ROLE benchx509 LOGIN IN ROLE bench PASSWORD '$(password postgresql-benchx509)'
ALTER ROLE benchx509 SET role = 'bench'
GRANT pg_monitor, pg_checkpoint TO bench
GRANT EXECUTE ON FUNCTION pg_reload_conf() TO bench
CREATE DATABASE ycsb OWNER bench
CREATE DATABASE test OWNER bench
SQL
}

# postgresql_data SERVER: a cluster with databases and users, unless SERVER has one.
postgresql_data() {
  local dir=$STATE_DIR/$1
  if [[ ! -d $dir/data ]]; then
    say "$1: making an empty database"
    postgres_initdb "$1"
    logged "${1//\//-}-users" "$START_ANEW" postgres_users "$1"
    mv "$dir/data.new" "$dir/data"
  fi
}

# postgresql_configure SERVER PORT
postgresql_configure() {
  local data=$STATE_DIR/$1/data
  # Sized for tests on a small machine, and spared the wait for the disk at each commit.
  cat >"$data/postgresql.conf" <<CONFIG
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = '/srv/run'
ssl = on
ssl_ca_file = '/srv/tls/ca.pem'
ssl_cert_file = '/srv/tls/server-cert.pem'
ssl_key_file = '/srv/tls/server-key.pem'
max_connections = 300
shared_buffers = 256MB
fsync = off
# Counts the statements of sessions that set compute_query_id, and costs others nothing.
shared_preload_libraries = 'pg_stat_statements'
compute_query_id = off
# In the data directory, where a killed server leaves nothing behind in /dev/shm.
dynamic_shared_memory_type = mmap
CONFIG
  # Plain connections are for bench alone: benchx509 has a line for TLS with a client certificate only.
  cat >"$data/pg_hba.conf" <<CONFIG
local all all peer map=servers
host all bench 127.0.0.1/32 scram-sha-256
hostssl all benchx509 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
CONFIG
  echo "servers $RUN_USER all" >"$data/pg_ident.conf"
}

postgresql_provision() {
  chroot_ensure
  install -d -m 0755 "$POSTGRESQL_DIR"
  install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$POSTGRESQL_DIR/run"
  postgresql_data postgresql
}

# postgresql_psql ARGUMENT…: as the administrator, over the socket.
postgresql_psql() {
  in_chroot postgresql psql --host=/srv/run --port="$POSTGRESQL_PORT" --username=postgres --no-psqlrc "$@"
}

# postgresql_statistics: lets bench count statements in the database ycsb.
postgresql_statistics() {
  postgresql_psql --quiet --set=ON_ERROR_STOP=1 ycsb <<SQL
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
GRANT SET ON PARAMETER compute_query_id TO bench;
GRANT EXECUTE ON FUNCTION pg_stat_statements_reset TO bench;
SQL
}

postgresql_start() {
  local COMMAND
  require_free_port "$POSTGRESQL_PORT" TLSBENCH_POSTGRESQL_PORT
  tls_install postgresql
  postgresql_configure postgresql "$POSTGRESQL_PORT"
  chroot_command postgresql "$POSTGRES_BIN/postgres" -D /srv/data
  start_daemon postgresql "${COMMAND[@]}"
  wait_until postgresql 60 postgresql_psql --command='SELECT 1' ycsb
  logged postgresql-statistics "$START_ANEW" postgresql_statistics
  private_file "$RUN_DIR/postgresql.env" root <<VARIABLES
export TLSBENCH_POSTGRESQL_URL='postgresql://bench:$(password postgresql-bench)@127.0.0.1:$POSTGRESQL_PORT/ycsb'
export TLSBENCH_POSTGRESQL_X509_URL='postgresql://benchx509:$(password postgresql-benchx509)@127.0.0.1:$POSTGRESQL_PORT/ycsb'
VARIABLES
  say "postgresql: PostgreSQL $(postgresql_psql --no-align --tuples-only --command='SHOW server_version' ycsb)," \
    "plain and TLS on 127.0.0.1:$POSTGRESQL_PORT"
}

# PostgreSQL's fast shutdown, which does not wait for clients.
postgresql_stop() { stop_daemon postgresql INT 60; }
