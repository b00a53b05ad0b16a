package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/**
 * The name of a cost; in a file {@code VARIANT.PART.FIGURE}, such as {@code plain.4096.client}.
 *
 * @param variant with TLS, or {@link Calibration#PLAIN}
 */
public record CostKey(String variant, Part part, Figure figure) {

  /**
   * The part of the work that has the cost.
   *
   * @param id as in a file; for a read, the bytes of its reply
   */
  public record Part(String id) {
    /** Each byte of a request. */
    static final Part REQUEST = new Part("request");

    /** A connection with a full handshake. */
    static final Part FULL = new Part("full");

    /** A connection that resumes a session. */
    static final Part RESUMED = new Part("resumed");

    /** A connection in plain text. */
    static final Part CONNECTION = new Part("connection");

    private static final List<Part> NAMED = List.of(REQUEST, FULL, RESUMED, CONNECTION);

    /** A read with a reply of this size. */
    static Part reply(double bytes) {
      return new Part(Calibration.text(bytes));
    }

    boolean isReply() {
      return id.matches("\\d{1,18}");
    }
  }

  /** The unit and subject of a cost. */
  public enum Figure {
    /** CPU time of the client, in microseconds. */
    CLIENT("client"),
    /** CPU time of the server, in microseconds. */
    SERVER("server"),
    /** The duration, in microseconds. */
    TIME("time"),
    /** The number of round trips. */
    ROUND_TRIPS("roundTrips");

    /** The figures that one run measures of each part. */
    static final List<Figure> MEASURED = List.of(CLIENT, SERVER, TIME);

    private final String id;

    Figure(String id) {
      this.id = id;
    }

    /** Returns its index among the measured figures, from 0. */
    int column() {
      return MEASURED.indexOf(this);
    }
  }

  /**
   * Parses a name.
   *
   * @throws IllegalArgumentException if it has no such part or figure
   */
  @JsonCreator
  public static CostKey of(String name) {
    int figure = name.lastIndexOf('.');
    int part = name.lastIndexOf('.', Math.max(0, figure - 1));
    if (part > 0) {
      CostKey key =
          new CostKey(
              name.substring(0, part),
              new Part(name.substring(part + 1, figure)),
              Arrays.stream(Figure.values())
                  .filter(one -> one.id.equals(name.substring(figure + 1)))
                  .findFirst()
                  .orElseThrow(() -> unknown(name)));
      if (key.part.isReply() || Part.NAMED.contains(key.part)) {
        return key;
      }
    }
    throw unknown(name);
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException("'" + name + "' names no cost");
  }

  /** Returns the name as in a file. */
  @JsonValue
  @Override
  public String toString() {
    return variant + "." + part.id + "." + figure.id;
  }
}
