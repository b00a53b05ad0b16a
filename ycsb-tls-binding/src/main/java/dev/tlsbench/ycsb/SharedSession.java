package dev.tlsbench.ycsb;

import java.util.Properties;
import site.ycsb.DBException;

/**
 * One session for all clients that were given the same {@code Properties} object, closed with the
 * last of them.
 *
 * <p>YCSB makes one {@code DB} a thread by the name of its class and gives it nothing but the
 * properties, which are one object for all threads. So the session travels in there, and neither
 * two runs in one JVM nor two tests get into each other's way, as they would with a static field.
 *
 * @param <S> the kind of session
 */
final class SharedSession<S extends Session> {
  private static final String KEY = SharedSession.class.getName();

  private final S session;
  private int users;

  private SharedSession(S session) {
    this.session = session;
  }

  /** Opens a session. */
  interface Opener<S extends Session> {
    S open(Properties properties) throws Exception;
  }

  /**
   * Gives the session that belongs to these properties, opened if this is the first call. Each call
   * must be matched by one of {@link #release}.
   *
   * @throws DBException if it cannot be opened; the cause tells why
   */
  static <S extends Session> S acquire(Properties properties, Class<S> kind, Opener<S> opener)
      throws DBException {
    synchronized (properties) {
      if (!(properties.get(KEY) instanceof SharedSession<?> shared)) {
        shared = new SharedSession<>(open(properties, opener));
        properties.put(KEY, shared);
      }
      shared.users++;
      return kind.cast(shared.session);
    }
  }

  /**
   * Gives a session back and closes it if nobody else has it.
   *
   * @return whether it was closed
   */
  static boolean release(Properties properties) {
    synchronized (properties) {
      if (!(properties.get(KEY) instanceof SharedSession<?> shared) || --shared.users > 0) {
        return false;
      }
      properties.remove(KEY);
      shared.session.close();
      return true;
    }
  }

  private static <S extends Session> S open(Properties properties, Opener<S> opener)
      throws DBException {
    try {
      return opener.open(properties);
    } catch (Exception e) {
      throw new DBException(e.getMessage(), e);
    }
  }
}
