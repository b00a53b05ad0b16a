package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.auth.AuthProvider;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.auth.Authenticator;
import com.datastax.oss.driver.api.core.auth.SyncAuthenticator;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Logs in by SASL PLAIN (RFC 4616) where a server asks for it, and reports each log-in. */
final class LogIn implements AuthProvider {
  /** Called on the thread that logs in. */
  interface Listener {
    /** The server has answered the first message. */
    void answered();

    /**
     * The server has accepted the log-in.
     *
     * @param server the server
     * @param how such as {@code PasswordAuthenticator}
     */
    void accepted(EndPoint server, String how);
  }

  private final CassandraUrl url;
  private final Listener listener;

  LogIn(CassandraUrl url, Listener listener) {
    this.url = url;
    this.listener = listener;
  }

  @Override
  public Authenticator newAuthenticator(EndPoint server, String authenticator) {
    listener.answered();
    String user = url.user().orElse(null);
    if (user == null) {
      throw new AuthenticationException(
          server, "the server asks for a password, and none is given");
    }
    byte[] token =
        ("\0" + user + "\0" + url.password().orElse("")).getBytes(StandardCharsets.UTF_8);
    // The class of the server that checks the password.
    String how = authenticator.substring(authenticator.lastIndexOf('.') + 1);
    return new SyncAuthenticator() {
      @Override
      public ByteBuffer initialResponseSync() {
        return ByteBuffer.wrap(token);
      }

      @Override
      public @Nullable ByteBuffer evaluateChallengeSync(@Nullable ByteBuffer challenge) {
        return null;
      }

      @Override
      public void onAuthenticationSuccessSync(@Nullable ByteBuffer last) {
        listener.accepted(server, how);
      }
    };
  }

  @Override
  public void onMissingChallenge(EndPoint server) {
    listener.answered();
    listener.accepted(server, "no password asked for");
  }

  @Override
  public void close() {}
}
