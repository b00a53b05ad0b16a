# shellcheck shell=bash
# Valkey from Debian unstable, in the chroot. Inside it, a server's folder is /srv. Each server asks all clients for
# certificates or none, and one has I/O threads.

valkey_packages() { echo debootstrap; }

valkey_running() { alive valkey && alive valkey-x509 && alive valkey-io; }

# Added to the chroot, in which servers may run: nothing that is there is upgraded, and no service starts.
# shellcheck disable=SC2016 # the inner shell expands these
VALKEY_INSTALL='
  mount --rbind /dev "$1/dev" && mount --rbind /proc "$1/proc" || exit 125
  printf "#!/bin/sh\nexit 101\n" >"$1/usr/sbin/policy-rc.d" && chmod 0755 "$1/usr/sbin/policy-rc.d"
  chroot "$1" apt-get -o Acquire::Check-Valid-Until=no update
  DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get install --yes --no-install-recommends --no-upgrade --no-remove valkey-server'

valkey_ensure() {
  if [[ ! -e $CHROOT/usr/bin/valkey-server ]]; then
    chroot_proxy
    say "valkey: installing it in $CHROOT (log: $LOG_DIR/valkey-install.log)"
    logged valkey-install "$CHECK_NETWORK" unshare --mount -- bash -c "$VALKEY_INSTALL" valkey_install "$CHROOT"
  fi
}

valkey_provision() {
  local server
  chroot_ensure
  valkey_ensure
  for server in valkey valkey-x509 valkey-io; do
    install -d -m 0755 "$STATE_DIR/$server"
    install -d -m 0700 -o "$RUN_USER" -g "$RUN_USER" "$STATE_DIR/$server/data"
  done
}

# valkey_configure SERVER PLAIN_PORT TLS_PORT AUTH_CLIENTS THREADS: 0 for no plain port; 1 thread for no I/O threads.
valkey_configure() {
  local dir=$STATE_DIR/$1
  tls_install "$1"
  cat >"$dir/valkey.conf" <<CONFIG
bind 127.0.0.1
port $2
tls-port $3
tls-cert-file /srv/tls/server-cert.pem
tls-key-file /srv/tls/server-key.pem
tls-ca-cert-file /srv/tls/ca.pem
tls-auth-clients $4
io-threads $5
tls-protocols "TLSv1.2 TLSv1.3"
dir /srv/data
aclfile /srv/users.acl
# Sized for tests on a small machine. Neither snapshots nor a log, as by default in the field's own benchmarks.
maxmemory 512mb
save ""
appendonly no
CONFIG
  valkey_users "$dir"
}

# valkey_users DIRECTORY
valkey_users() {
  private_file "$1/users.acl" "$RUN_USER" <<ACL
user default off
user bench on #$(printf %s "$(password valkey-bench)" | sha256sum | cut -d ' ' -f 1) ~* &* +@all
ACL
}

# valkey_start_one SERVER PLAIN_PORT TLS_PORT AUTH_CLIENTS THREADS
valkey_start_one() {
  local COMMAND
  valkey_configure "$@"
  chroot_command "$1" valkey-server /srv/valkey.conf
  start_daemon "$1" "${COMMAND[@]}"
  wait_until "$1" 30 port_answers "$3"
}

valkey_start() {
  local url
  url="rediss://bench:$(password valkey-bench)@127.0.0.1"
  valkey_stop
  require_free_port "$VALKEY_PORT" TLSBENCH_VALKEY_PORT
  require_free_port "$VALKEY_TLS_PORT" TLSBENCH_VALKEY_TLS_PORT
  require_free_port "$VALKEY_X509_PORT" TLSBENCH_VALKEY_X509_PORT
  require_free_port "$VALKEY_IO_PORT" TLSBENCH_VALKEY_IO_PORT
  require_free_port "$VALKEY_IO_TLS_PORT" TLSBENCH_VALKEY_IO_TLS_PORT
  valkey_start_one valkey "$VALKEY_PORT" "$VALKEY_TLS_PORT" no 1
  valkey_start_one valkey-x509 0 "$VALKEY_X509_PORT" yes 1
  valkey_start_one valkey-io "$VALKEY_IO_PORT" "$VALKEY_IO_TLS_PORT" no 2
  private_file "$RUN_DIR/valkey.env" root <<VARIABLES
export TLSBENCH_VALKEY_URL='$url:$VALKEY_TLS_PORT/0?plainPort=$VALKEY_PORT'
export TLSBENCH_VALKEY_X509_URL='$url:$VALKEY_X509_PORT/0'
export TLSBENCH_VALKEY_IO_URL='$url:$VALKEY_IO_TLS_PORT/0?plainPort=$VALKEY_IO_PORT'
VARIABLES
  say "valkey: $(in_chroot valkey valkey-server --version | cut -d ' ' -f 1-3), plain on 127.0.0.1:$VALKEY_PORT," \
    "TLS on $VALKEY_TLS_PORT, TLS with client certificate on $VALKEY_X509_PORT," \
    "with I/O threads on $VALKEY_IO_PORT and $VALKEY_IO_TLS_PORT"
}

valkey_stop() {
  stop_daemon valkey TERM 20
  stop_daemon valkey-x509 TERM 20
  stop_daemon valkey-io TERM 20
}
