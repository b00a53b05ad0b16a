package dev.tlsbench.junit;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.relay.TlsTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server behind {@link TlsServer}. */
interface Backend {
  /** Starts the server, unless somebody else does. */
  void start() throws IOException;

  /** Stops what {@link #start} started. */
  void stop();

  InetSocketAddress address();

  TlsTap.Protocol protocol();

  /** Returns the URL with another address in place of the server's. */
  String url(InetSocketAddress through);

  /** Returns Connector/J's URL with another address in place of the server's. */
  String jdbcUrl(InetSocketAddress through);

  /** Returns the authority; empty for a server of somebody else. */
  Optional<CertificateAuthority> authority();

  /** Starts the server again, on the same port and with the same data. */
  void restart(ServerCertificate certificate) throws IOException;

  /** A URL, taken apart around its host and port. */
  record Parts(String scheme, String before, String host, int port, String after) {
    private static final Pattern FORM =
        Pattern.compile(
            "(mysql|jdbc:mysql|mongodb)(://(?:[^@/?]*@)?)([^@/?,:]+|\\[[^\\]]+])(?::(\\d{1,5}))?((?:[/?].*)?)");
    private static final int MYSQL_PORT = 3306;
    private static final int MONGODB_PORT = 27017;
    private static final int MOST_PORT = 65_535;

    static Parts of(String url) {
      Matcher form = FORM.matcher(url);
      if (!form.matches() || !isPort(form.group(4))) {
        throw new IllegalArgumentException(
            "the URL is not mysql://HOST…, jdbc:mysql://HOST… or mongodb://HOST… with a single host"
                + " and a port from 1 to 65535 or none (it is not shown, as it may hold a password)");
      }
      int usual = form.group(1).equals("mongodb") ? MONGODB_PORT : MYSQL_PORT;
      return new Parts(
          form.group(1),
          form.group(2),
          form.group(3),
          form.group(4) == null ? usual : Integer.parseInt(form.group(4)),
          form.group(5));
    }

    private static boolean isPort(@Nullable String typed) {
      int port = typed == null ? 1 : Integer.parseInt(typed);
      return port >= 1 && port <= MOST_PORT;
    }

    boolean isOfMySql() {
      return !scheme.equals("mongodb");
    }

    boolean isJdbc() {
      return scheme.startsWith("jdbc:");
    }

    /** Hides the user's password. */
    @Override
    public String toString() {
      return scheme + "://" + host + ":" + port;
    }

    String through(InetSocketAddress other) {
      return scheme + before + other.getHostString() + ":" + other.getPort() + after;
    }
  }
}
