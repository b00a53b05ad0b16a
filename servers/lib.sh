# shellcheck shell=bash
# shellcheck disable=SC2034 # the files that include this one use the variables
# Shared by up, down and env: where things are, how to say what happens, how to start and stop a process.

SERVERS=(mysql mariadb postgresql mongodb valkey dynamodb spark)
PROGRAM=servers/${0##*/}

STATE_DIR=${TLSBENCH_SERVERS_DIR:-/var/tmp/tlsbench-servers}
MARKER=$STATE_DIR/.tlsbench-servers
RUN_DIR=$STATE_DIR/run
LOG_DIR=$STATE_DIR/log

# All servers run as this system user. It exists on the host and, with the same ids, in the chroot.
RUN_USER=tlsbench

MYSQL_PORT=${TLSBENCH_MYSQL_PORT:-13306}
MARIADB_PORT=${TLSBENCH_MARIADB_PORT:-13307}
POSTGRESQL_PORT=${TLSBENCH_POSTGRESQL_PORT:-15432}
MONGODB_PORT=${TLSBENCH_MONGODB_PORT:-17017}
MONGODB_TLS_PORT=${TLSBENCH_MONGODB_TLS_PORT:-17018}
MONGODB_X509_PORT=${TLSBENCH_MONGODB_X509_PORT:-17019}
VALKEY_PORT=${TLSBENCH_VALKEY_PORT:-16379}
VALKEY_TLS_PORT=${TLSBENCH_VALKEY_TLS_PORT:-16380}
VALKEY_X509_PORT=${TLSBENCH_VALKEY_X509_PORT:-16381}
VALKEY_IO_PORT=${TLSBENCH_VALKEY_IO_PORT:-16382}
VALKEY_IO_TLS_PORT=${TLSBENCH_VALKEY_IO_TLS_PORT:-16383}
DYNAMODB_PORT=${TLSBENCH_DYNAMODB_PORT:-18000}
DYNAMODB_TLS_PORT=${TLSBENCH_DYNAMODB_TLS_PORT:-18001}
DYNAMODB_BACKEND_PORT=${TLSBENCH_DYNAMODB_BACKEND_PORT:-18002}
SPARK_PORT=${TLSBENCH_SPARK_PORT:-17077}
SPARK_WEB_PORT=${TLSBENCH_SPARK_WEB_PORT:-17078}

say() { printf '%s: %s\n' "$PROGRAM" "$*" >&2; }

# Wrong command line or variable.
misuse() {
  say "$*"
  exit 2
}

# The machine cannot do what was asked.
fail() {
  say "$*"
  exit 3
}

usage_error() {
  say "$*"
  usage >&2
  exit 2
}

is_server() {
  local known
  for known in "${SERVERS[@]}"; do
    [[ $1 == "$known" ]] && return 0
  done
  return 1
}

check_variables() {
  local name port ports=()
  # The path is written into server configurations and its sockets' names are at most 107 bytes long.
  [[ $STATE_DIR =~ ^/[A-Za-z0-9._/-]+$ && ${#STATE_DIR} -le 60 ]] ||
    misuse "TLSBENCH_SERVERS_DIR: '$STATE_DIR' must be an absolute path of at most 60 letters, digits, '.', '_', '-'"
  [[ $STATE_DIR != *..* && $STATE_DIR != */ ]] ||
    misuse "TLSBENCH_SERVERS_DIR: '$STATE_DIR' must not contain '..' or end with '/'"
  for name in MYSQL_PORT MARIADB_PORT POSTGRESQL_PORT MONGODB_PORT MONGODB_TLS_PORT MONGODB_X509_PORT VALKEY_PORT \
    VALKEY_TLS_PORT VALKEY_X509_PORT VALKEY_IO_PORT VALKEY_IO_TLS_PORT DYNAMODB_PORT DYNAMODB_TLS_PORT \
    DYNAMODB_BACKEND_PORT SPARK_PORT SPARK_WEB_PORT; do
    port=${!name}
    [[ $port =~ ^[1-9][0-9]{0,4}$ && $port -le 65535 ]] ||
      misuse "TLSBENCH_$name: '$port' is not a port; expected a number from 1 to 65535"
    [[ " ${ports[*]} " != *" $port "* ]] || misuse "TLSBENCH_$name: port $port is given twice; give each listener its own"
    ports+=("$port")
  done
}

require_root() {
  [[ $EUID -eq 0 ]] || fail "must run as root (uid $EUID): it uses apt, chroot and files that only root may read; use sudo"
}

# A state directory is ours when root owns it and our marker is in it: /var/tmp is open to everybody.
check_state_dir() {
  [[ ! -L $STATE_DIR ]] || fail "$STATE_DIR is a symbolic link; set TLSBENCH_SERVERS_DIR to a directory"
  [[ -d $STATE_DIR && -O $STATE_DIR ]] || fail "$STATE_DIR is not a directory that root owns; set TLSBENCH_SERVERS_DIR"
  [[ -f $MARKER ]] || fail "$STATE_DIR was not made by servers/up (no ${MARKER##*/} in it); set TLSBENCH_SERVERS_DIR"
}

# One up or down at a time. Whoever waited takes the lock anew if a purge removed the file meanwhile.
lock_state_dir() {
  local lock=$STATE_DIR/.lock
  while :; do
    exec 9>"$lock"
    if ! flock --nonblock 9; then
      say "waiting for another servers/up or servers/down to end"
      flock 9
    fi
    [[ /proc/self/fd/9 -ef $lock ]] && return
    [[ -d $STATE_DIR ]] || fail "$STATE_DIR was purged meanwhile; run again"
  done
}

# --- passwords ---

# password NAME: prints the password kept under that name, made up at its first use.
password() {
  local file=$STATE_DIR/passwords/$1
  if [[ ! -s $file ]]; then
    install -d -m 0700 "$STATE_DIR/passwords"
    (umask 077 && openssl rand -hex 16 >"$file.new" && mv "$file.new" "$file")
  fi
  cat "$file"
}

# private_file FILE OWNER: stdin becomes FILE, readable by OWNER only.
private_file() {
  (umask 077 && cat >"$1.new" && chown "$2" "$1.new" && mv "$1.new" "$1")
}

# --- processes ---

# start_time PID: clock ticks between boot and the start of that process; with the pid it names one process for good.
start_time() {
  local stat fields
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  read -r -a fields <<<"${stat##*) }"
  [[ ${fields[0]} != Z ]] || return 1
  printf '%s\n' "${fields[19]}"
}

# alive DAEMON
alive() {
  local pid started
  read -r pid started 2>/dev/null <"$RUN_DIR/$1.pid" || return 1
  [[ $(start_time "$pid") == "$started" ]]
}

# start_daemon DAEMON COMMAND…: runs it in a session of its own, with nothing of ours open but its log.
# COMMAND must replace itself (exec) rather than fork, so that the recorded pid is the server's.
start_daemon() {
  local daemon=$1 log=$LOG_DIR/$1.log
  shift
  rm -f "$RUN_DIR/$daemon.pid"
  [[ ! -e $log ]] || mv "$log" "$log.1"
  # shellcheck disable=SC2016 # the inner shell expands these
  setsid --fork bash -c '
    stat=$(cat /proc/$$/stat)
    read -r -a fields <<<"${stat##*) }"
    printf "%s %s\n" "$$" "${fields[19]}" >"$1.new" && mv "$1.new" "$1"
    shift
    exec "$@"' start_daemon "$RUN_DIR/$daemon.pid" "$@" </dev/null >"$log" 2>&1 9>&-
}

# stop_daemon DAEMON SIGNAL SECONDS: asks, then kills.
stop_daemon() {
  local daemon=$1 signal=$2 deadline=$((SECONDS + $3)) pid
  if alive "$daemon"; then
    read -r pid _ <"$RUN_DIR/$daemon.pid"
    kill -s "$signal" "$pid" 2>/dev/null || true
    while alive "$daemon"; do
      if ((SECONDS >= deadline)); then
        say "$daemon: did not stop in $3 s, killed"
        kill -s KILL "$pid" 2>/dev/null || true
        deadline=$((SECONDS + 10))
      fi
      sleep 0.1
    done
  fi
  rm -f "$RUN_DIR/$daemon.pid"
}

# wait_until DAEMON SECONDS CHECK…: until CHECK succeeds; fails with the end of the log when the daemon dies or time is up.
wait_until() {
  local daemon=$1 seconds=$2 log=$LOG_DIR/$1.log reason=
  local deadline=$((SECONDS + seconds))
  shift 2
  until alive "$daemon" && "$@" >/dev/null 2>&1; do
    if [[ -e $RUN_DIR/$daemon.pid ]] && ! alive "$daemon"; then
      reason="$daemon: ended at once"
    elif ((SECONDS >= deadline)); then
      reason="$daemon: no answer within $seconds s"
    fi
    if [[ -n $reason ]]; then
      tail -n 15 "$log" | sed 's/^/    /' >&2
      fail "$reason; the end of its log is above, all of it in $log"
    fi
    sleep 0.2
  done
}

port_answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# require_free_port PORT VARIABLE
require_free_port() {
  ! port_answers "$1" || fail "port $1 on 127.0.0.1 is taken by another process; end that or set $2"
}

# logged NAME REMEDY COMMAND…: its output goes to log/NAME.log; fails with the log's last line and what to do.
logged() {
  local name=$1 remedy=$2 log=$LOG_DIR/$1.log
  shift 2
  "$@" </dev/null >"$log" 2>&1 ||
    fail "$name failed: $(grep -v '^[[:space:]]*$' "$log" | tail -n 1); $remedy (details in $log)"
}

# Remedies.
CHECK_NETWORK="check the network and this machine's apt sources, then run servers/up again"
START_ANEW="if it stays so, start anew with servers/down --purge"
