package dev.tlsbench.experiment.tap;

import dev.tlsbench.measure.tap.TapResult.Client;
import dev.tlsbench.measure.tap.TapResult.Counts;
import dev.tlsbench.report.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Advice on what clients of a tap could do better. */
final class TapAdvice {
  /** The number of connections from which a pattern is reported. */
  private static final int MANY = 5;

  /** The exchanges below which a connection does little more than log in. */
  private static final int FEW_EXCHANGES = 6;

  private static final String LATEST = "TLSv1.3";

  private TapAdvice() {}

  /** Returns advice, a paragraph each; empty if there is none. */
  static List<String> of(List<Client> clients) {
    List<String> advice = new ArrayList<>();
    clients.forEach(client -> advise(client, advice));
    return advice;
  }

  private static void advise(Client client, List<String> advice) {
    Counts counts = client.counts();
    String name = client.name() + ": ";
    if (counts.completed() > 1 && counts.resumed() == 0) {
      advice.add(
          "%snone of %s handshakes resumed a session. %s"
              .formatted(
                  name,
                  counts.completed(),
                  counts.offered() == 0
                      ? "The client offered none: its driver has no sessions, it makes a TLS context for"
                          + " each connection, or the server gives out no tickets."
                      : "The client offered one in "
                          + counts.offered()
                          + ", and the server took none: tickets of another server, or none kept."));
    }
    Double exchanges = client.cost().exchanges();
    if (counts.connections() >= MANY && exchanges != null && exchanges <= FEW_EXCHANGES) {
      advice.add(
          name
              + counts.connections()
              + " connections with "
              + Numbers.count(exchanges.longValue())
              + " questions each (median), log-in included, took "
              + client.cost().roundTrips()
              + " round trips before the first question. A pool of connections saves most of them.");
    }
    if (counts.retried() > 0) {
      advice.add(
          name
              + "in "
              + TapDocument.counted(counts.retried(), "handshake")
              + " the server wanted another key share than the client had sent, which takes a round"
              + " trip more: put the server's group ("
              + String.join(", ", client.namedGroups().keySet())
              + ") first on the client, or the client's on the server.");
    }
    long older = counts.completed() - client.protocols().getOrDefault(LATEST, 0L);
    if (older > 0) {
      advice.add(
          "%s%s of %s handshakes were older than TLS 1.3; a full one takes a round trip more."
              .formatted(name, older, counts.completed()));
    }
    if (counts.plain() > 0) {
      advice.add(name + TapDocument.counted(counts.plain(), "connection") + " in plain text.");
    }
  }
}
