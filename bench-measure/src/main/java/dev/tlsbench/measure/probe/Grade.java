package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A grade of a server's TLS, from the best to the worst. */
public enum Grade {
  /** Nothing to improve; of a remark: it does not lower the grade. */
  MODERN,
  /** Nothing that can be broken today, but some that a standard advises against. */
  ACCEPTABLE,
  /** A standard forbids it, or clients that verify the server refuse it. */
  WEAK;

  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
