# shellcheck shell=bash
# A server that speaks DynamoDB's protocol: dynalite, in plain text, behind HAProxy, which has TLS and a plain port, so that
# both take the same way.

DYNAMODB_DIR=$STATE_DIR/dynamodb

dynamodb_packages() { echo haproxy; }

dynamodb_running() { alive dynalite && alive haproxy; }

dynamodb_provision() {
  local file
  install -d -m 0755 "$DYNAMODB_DIR"
  command -v npm >/dev/null || fail "dynamodb: no 'npm' on the PATH; dynalite comes from npm's registry: install Node.js 18 or later"
  for file in package.json package-lock.json server.js; do
    install -m 0644 "$HERE/dynalite/$file" "$DYNAMODB_DIR/$file"
  done
  cmp -s "$DYNAMODB_DIR/package-lock.json" "$DYNAMODB_DIR/node_modules/.tlsbench-lock" && return
  say "dynamodb: installing dynalite (log: $LOG_DIR/dynalite-install.log)"
  logged dynalite-install "check the network and npm's registry" \
    nice npm ci --prefix "$DYNAMODB_DIR" --ignore-scripts --no-audit --no-fund
  cp "$DYNAMODB_DIR/package-lock.json" "$DYNAMODB_DIR/node_modules/.tlsbench-lock"
}

dynamodb_configure() {
  tls_install dynamodb
  # HAProxy takes certificate and key from one file.
  cat "$DYNAMODB_DIR/tls/server-cert.pem" "$DYNAMODB_DIR/tls/server-key.pem" |
    private_file "$DYNAMODB_DIR/tls/server.pem" "$RUN_USER"
  cat >"$DYNAMODB_DIR/haproxy.cfg" <<CONFIG
global
  nbthread 1
  ssl-default-bind-options ssl-min-ver TLSv1.2
defaults
  mode tcp
  timeout connect 10s
  timeout client 10m
  timeout server 10m
listen plain
  bind 127.0.0.1:$DYNAMODB_PORT
  server dynalite 127.0.0.1:$DYNAMODB_BACKEND_PORT
listen tls
  bind 127.0.0.1:$DYNAMODB_TLS_PORT ssl crt $DYNAMODB_DIR/tls/server.pem
  server dynalite 127.0.0.1:$DYNAMODB_BACKEND_PORT
CONFIG
}

# dynamodb_daemon NAME COMMAND…: belongs to the servers' user.
dynamodb_daemon() {
  local name=$1
  shift
  start_daemon "$name" setpriv --reuid "$RUN_USER" --regid "$RUN_USER" --clear-groups -- env -i PATH="$PATH" "$@"
}

dynamodb_start() {
  dynamodb_stop
  require_free_port "$DYNAMODB_PORT" TLSBENCH_DYNAMODB_PORT
  require_free_port "$DYNAMODB_TLS_PORT" TLSBENCH_DYNAMODB_TLS_PORT
  require_free_port "$DYNAMODB_BACKEND_PORT" TLSBENCH_DYNAMODB_BACKEND_PORT
  dynamodb_configure
  dynamodb_daemon dynalite node "$DYNAMODB_DIR/server.js" "$DYNAMODB_BACKEND_PORT"
  wait_until dynalite 30 port_answers "$DYNAMODB_BACKEND_PORT"
  dynamodb_daemon haproxy haproxy -db -f "$DYNAMODB_DIR/haproxy.cfg"
  wait_until haproxy 30 port_answers "$DYNAMODB_TLS_PORT"
  # A key that opens nothing, as dynalite takes any.
  private_file "$DYNAMODB_DIR/credentials.properties" root <<<"accessKey=tlsbench
secretKey=$(password dynamodb-bench)"
  private_file "$RUN_DIR/dynamodb.env" root <<VARIABLES
export TLSBENCH_DYNAMODB_URL='https://127.0.0.1:$DYNAMODB_TLS_PORT/?region=eu-west-1&plainPort=$DYNAMODB_PORT'
export TLSBENCH_DYNAMODB_BACKEND_PID=$(cut -d ' ' -f 1 "$RUN_DIR/dynalite.pid")
export TLSBENCH_DYNAMODB_CREDENTIALS_FILE='$DYNAMODB_DIR/credentials.properties'
VARIABLES
  say "dynamodb: dynalite behind HAProxy, plain on 127.0.0.1:$DYNAMODB_PORT, TLS on $DYNAMODB_TLS_PORT"
}

dynamodb_stop() {
  stop_daemon haproxy TERM 10
  stop_daemon dynalite TERM 10
}
