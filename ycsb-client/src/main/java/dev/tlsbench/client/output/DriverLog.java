package dev.tlsbench.client.output;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/**
 * The SLF4J provider of the command lines: forwards what the MongoDB driver logs about a URL to
 * {@link LoggedWarnings}, and drops all else.
 */
public final class DriverLog extends NOP_FallbackServiceProvider {
  private static final String OF_URLS = "org.mongodb.driver.uri";

  /**
   * Selects this provider instead of those on the class path, before anything logs. By a property,
   * because the service file of a jar would also apply to programs that have a provider, as Spark
   * does.
   */
  public static void install() {
    System.setProperty("slf4j.provider", DriverLog.class.getName());
    // SLF4J would report the choice on standard error.
    System.setProperty("slf4j.internal.verbosity", "WARN");
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> name.equals(OF_URLS) ? new UrlLogger() : NOPLogger.NOP_LOGGER;
  }

  private static final class UrlLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    /**
     * The driver warns of a password with X.509 for GSSAPI too, where the MongoDB Authentication
     * specification allows one.
     */
    private static final String UNUSED_PASSWORD = "Password in connection string not used";

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return false;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String message,
        Object @Nullable [] arguments,
        @Nullable Throwable cause) {
      if (!message.startsWith(UNUSED_PASSWORD)) {
        System.getLogger(DriverLog.class.getName())
            .log(System.Logger.Level.WARNING, "the MongoDB driver: " + message);
      }
    }
  }
}
