#!/usr/bin/env bash
# Jedis 8.0.2: connections that take their TLS from SslOptions never resume a session.
#
# version   redis.clients:jedis 8.0.2, Redis 6.2 of com.github.codemonstur:embedded-redis 1.4.3, the JDK that runs this
# guess     SslOptions are given once, to the configuration of a client, so the client makes one TLS context of them, and
#           its connections resume as those of an SSLSocketFactory do.
# seen      Each connection makes a context of its own from SslOptions (SslOptions.createSslContext), and reads the trust
#           store again; a new context has no session. 0 of 9 reconnects resume, 9 of 9 with one SSLSocketFactory.
# who pays  Whoever moves from sslSocketFactory() to the newer sslOptions(), for its protocols and host names: every
#           connection of a pool that grows, of a fail-over or of a function that starts costs a full handshake on both
#           sides.
# date      2026-11-30
#
# Needs bash, a JDK 17 or later, Maven, openssl and unzip, and Linux on x86-64. Exit codes: 0 as described, 1 not any more.
set -euo pipefail

work=$(mktemp -d)
server=
end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT
cd "$work"

cat >pom.xml <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>redis.clients</groupId><artifactId>jedis</artifactId><version>8.0.2</version></dependency>
    <dependency><groupId>com.github.codemonstur</groupId><artifactId>embedded-redis</artifactId><version>1.4.3</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib
unzip -q -j lib/embedded-redis-1.4.3.jar 'redis-server-*linux-amd64' -d .
mv redis-server-*linux-amd64 redis-server
chmod +x redis-server

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -keyout key.pem -out ca.pem \
  -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null
keytool -importcert -noprompt -alias ca -file ca.pem -keystore trust.p12 -storetype PKCS12 -storepass changeit 2>/dev/null

port=$((20000 + RANDOM % 10000))
./redis-server --port 0 --tls-port "$port" --bind 127.0.0.1 --save '' --tls-cert-file ca.pem --tls-key-file key.pem \
  --tls-ca-cert-file ca.pem --tls-auth-clients no --logfile redis.log &
server=$!

cat >Reconnect.java <<'JAVA'
import java.io.File;
import java.io.FileInputStream;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;

class Reconnect {
  public static void main(String[] args) throws Exception {
    DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder().ssl(true);
    if (args[1].equals("options")) {
      builder.sslOptions(
          SslOptions.builder()
              .trustStoreType("PKCS12")
              .truststore(new File("trust.p12"), "changeit".toCharArray())
              .build());
    } else {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (FileInputStream in = new FileInputStream("trust.p12")) {
        store.load(in, "changeit".toCharArray());
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      builder.sslSocketFactory(context.getSocketFactory());
    }
    JedisClientConfig config = builder.build();
    HostAndPort server = new HostAndPort("localhost", Integer.parseInt(args[0]));
    for (int i = 0; i < 10; i++) {
      try (Jedis jedis = new Jedis(server, config)) {
        jedis.ping();
      }
    }
  }
}
JAVA

for _ in $(seq 100); do
  grep -q 'Ready to accept' redis.log 2>/dev/null && break
  sleep 0.1
done

# Prints how many connections there were, and how many took up a session: their ServerHello names a key that was shared before.
count() {
  java -Djavax.net.debug=ssl:handshake -cp 'lib/*' Reconnect.java "$port" "$1" 2>&1 |
    awk '/Consuming ServerHello/ { hello++; inside = 1 }
      inside && /"pre_shared_key/ { resumed++; inside = 0 }
      /^\)/ { inside = 0 }
      END { print hello + 0, resumed + 0 }'
}

read -r connections resumed < <(count options)
echo "SslOptions: $resumed of $((connections - 1)) reconnects resumed"
read -r others others_resumed < <(count factory)
echo "one SSLSocketFactory: $others_resumed of $((others - 1)) reconnects resumed"
[ "$connections $resumed $others $others_resumed" = "10 0 10 9" ] || {
  echo "This is no longer so: see the header."
  exit 1
}
