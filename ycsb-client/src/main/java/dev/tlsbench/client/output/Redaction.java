package dev.tlsbench.client.output;

import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Removes the secrets of a run from all output: the secrets in its command line, valid or not, in
 * its environment and in its properties.
 *
 * <p>This project's own messages contain secrets only if they were typed in the wrong place;
 * messages of drivers and of the JDK may contain them.
 *
 * <p>Safe to share between threads.
 */
public final class Redaction {
  /** Properties as last seen; by identity, since two equal objects may differ later. */
  private final IdentityHashMap<Properties, Map<String, String>> watched = new IdentityHashMap<>();

  private Secrets known = Secrets.of(List.of());

  /** Adds the secrets of the variables that start with {@code TLSBENCH_}. */
  public Redaction(Map<String, String> environment) {
    watch(
        environment.entrySet().stream()
            .filter(variable -> variable.getKey().startsWith("TLSBENCH_"))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Adds the secrets of a command line, before it is parsed. */
  public synchronized void watch(String... arguments) {
    known = known.and(Secrets.in(List.of(arguments)));
  }

  /** Adds the secrets of settings that do not change. */
  public synchronized void watch(Map<String, String> settings) {
    known = known.and(Secrets.in(settings));
  }

  /** Adds the secrets of properties, now and later: an embedded server adds its URL. */
  public synchronized void watch(Properties properties) {
    watched.putIfAbsent(properties, Map.of());
  }

  /** Replaces secrets. */
  public String hide(String text) {
    return secrets().hideIn(text);
  }

  /**
   * Replaces secrets, then makes one line without terminal control characters; in this order, since
   * a secret may contain a line break.
   */
  public String line(String text) {
    return OneLine.of(hide(text));
  }

  /** Replaces secrets and terminal control characters in a stack trace. */
  public List<String> trace(Throwable failure) {
    return OneLine.trace(failure, this::hide);
  }

  /** Skips unchanged properties, because this runs during measurements. */
  private synchronized Secrets secrets() {
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
