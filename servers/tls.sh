# shellcheck shell=bash
# The throw-away certificate authority of the servers: tls/ca.pem, a server and a client certificate.

TLS_DIR=$STATE_DIR/tls
TLS_DAYS=825
TLS_RENEW_SECONDS=$((30 * 24 * 3600))

# RSA keys, so that the TLS 1.2 suites of every key exchange (ECDHE_RSA, DHE_RSA, RSA) can be negotiated.
tls_issue() {
  local dir=$1 name=$2 subject=$3 extensions=$4
  openssl req -new -newkey rsa:2048 -nodes -keyout "$dir/$name-key.pem" -subj "$subject" -out "$dir/$name.csr"
  openssl x509 -req -in "$dir/$name.csr" -CA "$dir/ca.pem" -CAkey "$dir/ca-key.pem" -days "$TLS_DAYS" -sha256 \
    -set_serial "0x$(openssl rand -hex 16)" -extfile <(printf '%s\n' "$extensions") -out "$dir/$name-cert.pem"
  rm "$dir/$name.csr"
}

tls_create() {
  local dir=$1
  umask 077
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$dir/ca-key.pem" -out "$dir/ca.pem" -days "$TLS_DAYS" -sha256 \
    -subj "/O=tlsbench/CN=tlsbench test servers CA" \
    -addext "basicConstraints=critical,CA:TRUE,pathlen:0" -addext "keyUsage=critical,keyCertSign,cRLSign"
  tls_issue "$dir" server "/O=tlsbench/CN=localhost" "basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth
subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"
  tls_issue "$dir" client "/O=tlsbench/CN=bench client" "basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=clientAuth"
  # MongoDB's tlsCertificateKeyFile: the certificate and its key in one file.
  cat "$dir/client-cert.pem" "$dir/client-key.pem" >"$dir/client.pem"
  chmod 0644 "$dir/ca.pem" "$dir/server-cert.pem" "$dir/client-cert.pem"
  chmod 0755 "$dir"
}

# Makes the certificates anew when there are none or when they end within 30 days.
tls_ensure() {
  if [[ -d $TLS_DIR ]] &&
    openssl x509 -checkend "$TLS_RENEW_SECONDS" -noout -in "$TLS_DIR/server-cert.pem" >/dev/null 2>&1; then
    return
  fi
  say "making a certificate authority in $TLS_DIR"
  rm -rf "$TLS_DIR.new"
  mkdir "$TLS_DIR.new"
  # In a shell of its own: as an operand of '||' a function would run on after a failed command.
  (tls_create "$TLS_DIR.new") >"$LOG_DIR/tls.log" 2>&1 &
  wait $! || fail "openssl could not make certificates: $(tail -n 1 "$LOG_DIR/tls.log"); details in $LOG_DIR/tls.log"
  rm -rf "$TLS_DIR"
  mv "$TLS_DIR.new" "$TLS_DIR"
}

# tls_install SERVER: its own copy, which the server's user can read.
tls_install() {
  local dir=$STATE_DIR/$1/tls
  install -d -m 0755 "$dir"
  install -m 0644 "$TLS_DIR/ca.pem" "$dir/ca.pem"
  install -m 0600 -o "$RUN_USER" -g "$RUN_USER" "$TLS_DIR/server-key.pem" "$dir/server-key.pem"
  install -m 0644 "$TLS_DIR/server-cert.pem" "$dir/server-cert.pem"
}

# tls_current SERVER: whether it was started with the certificates of today.
tls_current() {
  cmp -s "$TLS_DIR/server-cert.pem" "$STATE_DIR/$1/tls/server-cert.pem"
}

tls_variables() {
  printf 'export TLSBENCH_CA_FILE=%s\n' "$TLS_DIR/ca.pem"
  printf 'export TLSBENCH_CLIENT_PEM=%s\n' "$TLS_DIR/client.pem"
  printf 'export TLSBENCH_CLIENT_CERT=%s\n' "$TLS_DIR/client-cert.pem"
  printf 'export TLSBENCH_CLIENT_KEY=%s\n' "$TLS_DIR/client-key.pem"
}
