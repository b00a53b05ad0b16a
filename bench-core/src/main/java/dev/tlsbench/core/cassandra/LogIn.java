package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.auth.AuthProvider;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.auth.Authenticator;
import com.datastax.oss.driver.api.core.auth.SyncAuthenticator;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Logs in by SASL PLAIN (RFC 4616) where a server asks for it.
 *
 * @param accepted called with the server and the way of the log-in, such as {@code
 *     PasswordAuthenticator}, on the thread that logs in
 */
record LogIn(CassandraUrl url, BiConsumer<EndPoint, String> accepted) implements AuthProvider {
  @Override
  public Authenticator newAuthenticator(EndPoint server, String authenticator) {
    String user = url.user().orElse(null);
    if (user == null) {
      throw new AuthenticationException(
          server, "the server asks for a password, and none is given");
    }
    byte[] token =
        ("\0" + user + "\0" + url.password().orElse("")).getBytes(StandardCharsets.UTF_8);
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
        // The class of the server that checks the password.
        accepted.accept(server, authenticator.substring(authenticator.lastIndexOf('.') + 1));
      }
    };
  }

  @Override
  public void onMissingChallenge(EndPoint server) {
    accepted.accept(server, "no password asked for");
  }

  @Override
  public void close() {}
}
