package dev.tlsbench.experiment.console;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns Ctrl-C (SIGINT), SIGTERM and SIGHUP into a call, so that a command ends in an orderly way,
 * with its own exit code; a JVM ended by a signal has 129, 130 or 143. If the command is blocked by
 * a server, a second signal ends the JVM.
 *
 * <p>Uses reflection, since the compiler warns of {@code sun.misc.Signal}, which the module {@code
 * jdk.unsupported} exports for lack of an alternative. Without that class, signals end the JVM as
 * usual, and its shutdown hooks stop the servers.
 */
public final class TerminationSignals {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  /** A signal within this time counts as the same: a terminal also signals the launcher. */
  private static final long SAME_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int ENDED_BY_SIGNAL = 128;

  private final Map<Object, Object> before = new ConcurrentHashMap<>();
  private final AtomicLong firstNanos = new AtomicLong();

  /** Calls an action on a first signal, until closed; a second one ends the JVM. */
  public TerminationSignals(Runnable action) {
    try {
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object own =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                return switch (method.getName()) {
                  case "handle" -> {
                    endIfToldBefore(arguments[0]);
                    action.run();
                    passOn(arguments[0]);
                    yield null;
                  }
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> "tlsbench";
                };
              });
      for (String name : NAMES) {
        Object signal =
            Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
        before.put(signal, handle(signal, own));
      }
    } catch (ReflectiveOperationException e) {
      // Not supported, or disabled (-Xrs); see the class.
      return;
    }
  }

  private void endIfToldBefore(Object signal) throws ReflectiveOperationException {
    long now = System.nanoTime();
    if (!firstNanos.compareAndSet(0, now) && now - firstNanos.get() > SAME_NANOS) {
      Object number = signal.getClass().getMethod("getNumber").invoke(signal);
      System.exit(ENDED_BY_SIGNAL + (Integer) number);
    }
  }

  /** Calls the outer handler, so that a command that runs another one ends with it. */
  private void passOn(Object signal) throws ReflectiveOperationException {
    Object outer = before.get(signal);
    if (outer != null && Proxy.isProxyClass(outer.getClass())) {
      Class.forName("sun.misc.SignalHandler")
          .getMethod("handle", signal.getClass())
          .invoke(outer, signal);
    }
  }

  private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
    Method handle =
        signal
            .getClass()
            .getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"));
    return handle.invoke(null, signal, handler);
  }

  public void close() {
    before.forEach(
        (signal, handler) -> {
          try {
            handle(signal, handler);
          } catch (ReflectiveOperationException e) {
            // The handler was accepted before.
            throw new IllegalStateException(e);
          }
        });
    before.clear();
  }
}
