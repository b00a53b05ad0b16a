package dev.tlsbench.client.output;

import dev.tlsbench.core.OneLine;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Takes the secrets of a run out of everything that is printed: those of its command line, be it
 * right or wrong, of its environment and of its properties.
 *
 * <p>Messages of this project hold none to begin with, but for what was typed in the wrong place;
 * those of drivers and of the JDK might.
 *
 * <p>Safe to share between threads.
 */
public final class Redaction {
  /** Properties as they were last seen; by identity, as two that are equal now need not stay so. */
  private final IdentityHashMap<Properties, Map<String, String>> watched = new IdentityHashMap<>();

  private Secrets known = Secrets.of(List.of());

  /**
   * Watches over an environment.
   *
   * @param environment variables by name; those that start with {@code TLSBENCH_} are looked at
   */
  public Redaction(Map<String, String> environment) {
    watch(
        environment.entrySet().stream()
            .filter(variable -> variable.getKey().startsWith("TLSBENCH_"))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Watches over a command line, before it is read. */
  public synchronized void watch(String... arguments) {
    known = known.and(Secrets.in(List.of(arguments)));
  }

  /**
   * Watches over settings that do not change.
   *
   * @param settings values by name, looked at now
   */
  public synchronized void watch(Map<String, String> settings) {
    known = known.and(Secrets.in(settings));
  }

  /**
   * Watches over properties.
   *
   * @param properties looked at anew each time, since the URL of an embedded server comes late
   */
  public synchronized void watch(Properties properties) {
    watched.putIfAbsent(properties, Map.of());
  }

  /** Takes secrets out. */
  public String hide(String text) {
    return known().hideIn(text);
  }

  /**
   * Takes secrets and all that a terminal obeys out and makes one line, in this order: a secret may
   * have a line break in it.
   */
  public String line(String text) {
    return OneLine.of(hide(text));
  }

  /** Takes secrets, and all that a terminal obeys, out of a stack trace. */
  public List<String> trace(Throwable failure) {
    return OneLine.trace(failure, this::hide);
  }

  /**
   * Lines are printed while it is measured, so nothing is looked through again that is the same.
   */
  private synchronized Secrets known() {
    watched.replaceAll(
        (properties, last) -> {
          Map<String, String> now = RunProperties.strings(properties);
          if (now.equals(last)) {
            return last;
          }
          known = known.and(Secrets.in(now));
          return now;
        });
    return known;
  }
}
