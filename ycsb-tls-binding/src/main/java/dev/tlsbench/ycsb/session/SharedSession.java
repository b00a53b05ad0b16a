package dev.tlsbench.ycsb.session;

import java.util.Properties;
import site.ycsb.DBException;

/**
 * One session for all clients with the same {@code Properties} object, closed with the last of
 * them.
 *
 * <p>YCSB creates one {@code DB} a thread by the name of its class and passes only the properties,
 * which are one object for all threads. So the session is stored there; a static field would make
 * two runs in one JVM, or two tests, interfere.
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
     * @param listener receives each connection, including the first one
     * @return the session
     * @throws Exception if the properties are wrong or no connection can be opened
     */
    Session open(Properties properties, ConnectionListener listener) throws Exception;
  }

  /**
   * Returns the session of these properties; the first call opens it. Each successful call must be
   * matched by one of {@link #release}.
   *
   * @param properties the object that is passed to all clients of the run
   * @param opener opens the session
   * @param listener receives each connection, if this is the first call
   * @return the session
   * @throws DBException if it cannot be opened; see its cause
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
   * Releases a session, and closes it if no other client has it.
   *
   * @param properties the object that it was opened with
   * @return true if it was closed
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
