package dev.tlsbench.client.output;

import dev.tlsbench.ycsb.session.Binding;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/**
 * The SLF4J provider of the command lines: forwards what a driver logs about a URL to {@link
 * LoggedWarnings}, and drops all else.
 */
public final class DriverLog extends NOP_FallbackServiceProvider {
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
    return name ->
        Binding.all().stream()
            .filter(binding -> binding.urlLoggers().contains(name))
            .findFirst()
            .<Logger>map(UrlLogger::new)
            .orElse(NOPLogger.NOP_LOGGER);
  }

  private static final class UrlLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final transient Binding binding;

    UrlLogger(Binding binding) {
      this.binding = binding;
    }

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
      System.getLogger(DriverLog.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "the " + binding.database().product() + " driver: " + message);
    }
  }
}
