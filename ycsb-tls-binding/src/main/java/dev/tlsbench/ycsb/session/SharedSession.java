package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.ConnectFailedException;
import java.util.Properties;
import site.ycsb.DBException;

/**
 * One session for all clients with the same {@code Properties} object. The last client to release
 * it closes it.
 *
 * <p>YCSB creates one {@code DB} for each thread by class name and passes only the properties, one
 * object for all threads. So the session is stored there; a static field would let two runs in one
 * JVM, or two tests, interfere.
 */
final class SharedSession {
  private static final String KEY = SharedSession.class.getName();

  private final Session session;
  private int users;

  private SharedSession(Session session) {
    this.session = session;
  }

  /** Returns the session of these properties; the first call opens it. */
  static Session acquire(Binding binding, Properties properties, ConnectionListener listener)
      throws DBException {
    synchronized (properties) {
      SharedSession shared = (SharedSession) properties.get(KEY);
      if (shared == null) {
        shared = new SharedSession(open(binding, properties, listener));
        properties.put(KEY, shared);
      }
      shared.users++;
      return shared.session;
    }
  }

  /** Releases a session; returns true if that closed it, since no other client uses it. */
  static boolean release(Properties properties) {
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

  private static Session open(Binding binding, Properties properties, ConnectionListener listener)
      throws DBException {
    try {
      return binding.open(properties, listener);
    } catch (ConnectFailedException | RuntimeException e) {
      throw new DBException(e.getMessage(), e);
    }
  }
}
