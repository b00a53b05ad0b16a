package dev.tlsbench.relay;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.relay.witness.ClientOffer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A requirement for the connections of a {@link TlsTap}, such as {@code protocol>=TLSv1.3} or
 * {@code resumed>=90%}.
 *
 * <p>Requirements for protocol, suite, group and resumption concern only completed handshakes, and
 * those for the group only handshakes that have one. The first handshake of each client, a program
 * on an address, does not count for resumption, since it has no session to resume.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class TapRequirement {
  /** A tolerance, since 7 % of 100 is more than 7 in binary. */
  private static final double ROUNDING = 1e-9;

  private final String text;
  private final Predicate<TappedConnection> counts;
  private final Predicate<TappedConnection> holds;
  private final Predicate<TappedConnection> mayConcern;
  private final boolean skipsFirst;
  private final double leastShare;
  private final double mostPerSecond;

  /**
   * Creates a requirement.
   *
   * @param counts accepts the connections that it concerns
   * @param mayConcern accepts others that it may concern
   */
  TapRequirement(
      String text,
      Predicate<TappedConnection> counts,
      Predicate<TappedConnection> holds,
      Predicate<TappedConnection> mayConcern,
      boolean skipsFirst,
      double leastShare,
      double mostPerSecond) {
    this.text = text;
    this.counts = counts;
    this.holds = holds;
    this.mayConcern = mayConcern;
    this.skipsFirst = skipsFirst;
    this.leastShare = leastShare;
    this.mostPerSecond = mostPerSecond;
  }

  /** Results of a requirement. */
  public enum Outcome {
    /** The connections satisfy the requirement. */
    HOLDS,
    /** The connections break the requirement. */
    BROKEN,
    /** No connection could be judged, or one has an unknown protocol. */
    UNDECIDED
  }

  /**
   * The result of checking a requirement.
   *
   * @param requirement as it was written
   * @param outcome the outcome
   * @param counted the number of connections that it concerns
   * @param satisfied the number of counted connections that satisfied it
   * @param unread the number of connections that it may concern, but whose protocol is unknown
   * @param perSecond connections a second, if it limits them; otherwise {@code null}
   * @param brokenBy the first connections that did not satisfy it, at most 20, by number
   */
  public record Finding(
      String requirement,
      Outcome outcome,
      long counted,
      long satisfied,
      long unread,
      @Nullable Double perSecond,
      List<TappedConnection> brokenBy) {}

  /**
   * Parses a requirement: {@code protocol=} or {@code protocol>=} and a version, {@code suite=},
   * {@code suite!=}, {@code group=} or {@code group!=} and names with {@code |} between them,
   * {@code resumed>=} and a percentage, {@code plain=0}, or {@code connections<=} and a number
   * followed by {@code /s}.
   *
   * @param typed such as {@code protocol>=TLSv1.3}
   * @return the requirement
   * @throws InvalidSettingException if it is malformed, or names an unknown protocol, suite or
   *     group
   */
  public static TapRequirement parse(String typed) {
    return TapTerm.parse(typed);
  }

  /**
   * Checks connections.
   *
   * @param connections in any order, open ones too
   * @return the finding
   * @throws IllegalArgumentException if this limits connections a second, for which {@link #count}
   *     takes the duration
   */
  public Finding check(List<TappedConnection> connections) {
    if (Double.isFinite(mostPerSecond)) {
      throw new IllegalArgumentException(text + ": needs the duration; use count()");
    }
    Count count = count();
    connections.forEach(count::add);
    return count.finding(Duration.ZERO);
  }

  /**
   * Starts a count of connections that end one after the other.
   *
   * @return an empty count
   */
  public Count count() {
    return new Count();
  }

  /** {@return the text of the requirement} */
  @Override
  public String toString() {
    return text;
  }

  /**
   * Counts connections. Keeps one connection for each client, up to 10,000; further ones count as
   * one client. Not safe for use by several threads.
   */
  public final class Count {
    private static final int MOST_CLIENTS = 10_000;
    private static final int MOST_NAMED = 20;

    private final Map<String, TappedConnection> firsts = new HashMap<>();
    private final List<TappedConnection> brokenBy = new ArrayList<>();
    private long counted;
    private long satisfied;
    private long unread;

    private Count() {}

    /**
     * Counts a connection.
     *
     * @param connection in any order, as connections end
     */
    public void add(TappedConnection connection) {
      TappedConnection one = skipsFirst ? afterFirst(connection) : connection;
      if (one == null || !counts.test(one)) {
        unread += mayConcern.test(connection) ? 1 : 0;
        return;
      }
      counted++;
      if (holds.test(one)) {
        satisfied++;
      } else if (brokenBy.size() < MOST_NAMED) {
        brokenBy.add(one);
      }
    }

    /**
     * Holds back the client's first handshake, which may end after others. Returns this one or, if
     * this is now the first, the one held back so far.
     */
    private @Nullable TappedConnection afterFirst(TappedConnection connection) {
      if (!connection.isHandshakeCompleted()) {
        return null;
      }
      InetAddress address = connection.client().getAddress();
      ClientOffer offer = connection.tls() == null ? null : connection.tls().offer();
      String known =
          (address == null ? connection.client().toString() : address.getHostAddress())
              + (offer == null ? "" : " " + offer.program());
      String client = firsts.containsKey(known) || firsts.size() < MOST_CLIENTS ? known : "others";
      TappedConnection held = firsts.get(client);
      if (held != null && held.number() < connection.number()) {
        return connection;
      }
      firsts.put(client, connection);
      return held;
    }

    /**
     * Checks the counted connections.
     *
     * @param elapsed the period in which the connections were made
     * @return the finding
     */
    public Finding finding(Duration elapsed) {
      return new Finding(
          text,
          outcome(elapsed),
          counted,
          satisfied,
          unread,
          Double.isFinite(mostPerSecond) ? counted * 1e9 / elapsed.toNanos() : null,
          brokenBy.stream().sorted(Comparator.comparingLong(TappedConnection::number)).toList());
    }

    private Outcome outcome(Duration elapsed) {
      boolean isFast =
          Double.isFinite(mostPerSecond) && counted * 1e9 > mostPerSecond * elapsed.toNanos();
      if (isFast || satisfied < leastShare * counted - ROUNDING) {
        return Outcome.BROKEN;
      }
      return counted == 0 || unread > 0 ? Outcome.UNDECIDED : Outcome.HOLDS;
    }
  }
}
