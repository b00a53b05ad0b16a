#!/usr/bin/env bash
# Redis with tls-session-caching no: clients that resume cannot connect a second time.
#
# version   Redis 6.2.11 of com.github.codemonstur:embedded-redis 1.4.3, with the system's OpenSSL 3; Redis 7.0.15 and
#           Valkey 9.1.2 did the same on 29 November 2026
# guess     Without a session cache the server gives no sessions, or takes none: every handshake is a full one.
# seen      It gives TLS 1.3 tickets all the same. With tls-auth-clients no it takes them, so nothing was switched off.
#           With tls-auth-clients yes (the default) or optional it ends each connection that offers one with the alert
#           internal_error: OpenSSL needs an id for the sessions of clients with certificates, which Redis sets only
#           together with the cache. With tls-session-caching yes all reconnects resume.
# who pays  Whoever switches the cache off, to save memory or for forward secrecy: the first connection of each client
#           works, so a test of the change is green, and pools fail when they reconnect.
# date      2026-11-30
#
# Needs bash, Maven with a JDK, unzip, and openssl 3, on Linux on x86-64. Exit codes: 0 as described, 1 not any more.
set -euo pipefail

work=$(mktemp -d)
server=
end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
cd "$work"

mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get \
  -Dartifact=com.github.codemonstur:embedded-redis:1.4.3 -Dtransitive=false
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  -Dartifact=com.github.codemonstur:embedded-redis:1.4.3 -DoutputDirectory=.
unzip -q -j embedded-redis-1.4.3.jar 'redis-server-*linux-amd64' -d .
mv redis-server-*linux-amd64 redis-server
chmod +x redis-server
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -keyout key.pem -out ca.pem \
  -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null

# Connects once, with the session of the last time if there is one: prints new, resumed or refused.
connect() {
  local session=() said
  [ ! -s session.pem ] || session=(-sess_in session.pem)
  # The reply is read first, since tickets come with it; the server ends the connection at QUIT.
  said=$({ printf 'PING\r\n'; sleep 0.3; printf 'QUIT\r\n'; } | timeout 10 openssl s_client -connect "127.0.0.1:$port" \
    -CAfile ca.pem -cert ca.pem -key key.pem -tls1_3 -ign_eof -sess_out session.pem "${session[@]}" 2>&1) || true
  case $said in
    *'alert internal error'*) echo refused ;;
    *'Reused, '*'+PONG'*) echo resumed ;;
    *'New, '*'+PONG'*) echo new ;;
    *) echo other ;;
  esac
}

seen=
for clients in no optional yes; do
  for caching in yes no; do
    port=$((20000 + RANDOM % 10000))
    ./redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --save '' --tls-cert-file ca.pem --tls-key-file key.pem \
      --tls-ca-cert-file ca.pem --tls-auth-clients "$clients" --tls-session-caching "$caching" --logfile redis.log &
    server=$!
    for _ in $(seq 100); do
      ! grep -q 'Ready to accept' redis.log 2>/dev/null || break
      sleep 0.1
    done
    rm -f session.pem
    first=$(connect)
    second=$(connect)
    echo "tls-auth-clients $clients, tls-session-caching $caching: first connection $first, second $second"
    seen="$seen $clients-$caching-$first-$second"
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
    rm -f redis.log
  done
done

[ "$seen" = " no-yes-new-resumed no-no-new-resumed optional-yes-new-resumed optional-no-new-refused yes-yes-new-resumed yes-no-new-refused" ] || {
  echo "This is no longer so: see the header."
  exit 1
}
