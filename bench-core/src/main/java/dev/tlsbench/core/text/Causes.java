package dev.tlsbench.core.text;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The chain of causes behind a failure. */
public final class Causes {
  /** A limit for cyclic chains. */
  private static final int MOST = 20;

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z]\\w*\\.)+\\w*(?:Exception|Error): ");

  private Causes() {}

  /** {@return the failure and its causes, outermost first: at most 20} */
  public static Stream<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(MOST);
  }

  public static Throwable root(Throwable failure) {
    return of(failure).reduce(failure, (outer, inner) -> inner);
  }

  public static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    return of(failure).filter(type::isInstance).map(type::cast).findFirst();
  }

  /** {@return the message of a library's exception in one line, without names of classes} */
  public static String words(Throwable failure) {
    return CLASS_NAME
        .matcher(String.valueOf(failure.getMessage()))
        .replaceAll("")
        .replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}
