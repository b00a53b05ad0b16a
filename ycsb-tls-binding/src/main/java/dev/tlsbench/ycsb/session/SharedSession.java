package dev.tlsbench.ycsb.session;

import java.util.Properties;
import site.ycsb.DBException;

/**
 * One session for all clients that were given the same {@code Properties} object, closed with the
 * last of them.
 *
 * <p>YCSB makes one {@code DB} a thread by the name of its class and gives it nothing but the
 * properties, which are one object for all threads. So the session travels in there, and neither
 * two runs in one JVM nor two tests get into each other's way, as they would with a static field.
 */
public final class SharedSession {
  private static final String KEY = SharedSession.class.getName();

  private final Session session;
  private int users;

  private SharedSession(Session session) {
    this.session = session;
  }

  /** Opens a session. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens a session.
     *
     * @param properties those of the run
     * @param listener told of each connection, the first one included
     * @return the session
     * @throws Exception if the properties are wrong or no connection can be made
     */
    Session open(Properties properties, ConnectionListener listener) throws Exception;
  }

  /**
   * Gives the session that belongs to these properties, opened if this is the first call. Each call
   * that returns must be matched by one of {@link #release}.
   *
   * @param properties the object that all clients of the run were given
   * @param opener opens the session
   * @param listener told of each connection if this is the first call
   * @return the session
   * @throws DBException if it cannot be opened; the cause tells why
   */
  public static Session acquire(Properties properties, Opener opener, ConnectionListener listener)
      throws DBException {
    synchronized (properties) {
      SharedSession shared = (SharedSession) properties.get(KEY);
      if (shared == null) {
        shared = new SharedSession(open(properties, opener, listener));
        properties.put(KEY, shared);
      }
      shared.users++;
      return shared.session;
    }
  }

  /**
   * Gives a session back and closes it if nobody else has it.
   *
   * @param properties the object that it was opened with
   * @return whether it was closed
   */
  public static boolean release(Properties properties) {
    synchronized (properties) {
      SharedSession shared = (SharedSession) properties.get(KEY);
      if (shared == null || --shared.users > 0) {
        return false;
      }
      properties.remove(KEY);
      shared.session.close();
      return true;
    }
  }

  private static Session open(Properties properties, Opener opener, ConnectionListener listener)
      throws DBException {
    try {
      return opener.open(properties, listener);
    } catch (Exception e) {
      throw new DBException(e.getMessage(), e);
    }
  }
}
