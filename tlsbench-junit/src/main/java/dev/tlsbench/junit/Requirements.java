package dev.tlsbench.junit;

import dev.tlsbench.relay.TapRequirement;
import dev.tlsbench.relay.TapRequirement.Finding;
import dev.tlsbench.relay.TapRequirement.Outcome;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks requirements, and describes the connections that broke them. */
final class Requirements {
  private static final Duration SETTLING = Duration.ofSeconds(1);

  private static final int MOST_SHOWN = 20;

  private Requirements() {}

  static List<TapRequirement> of(RequireTls required) {
    List<String> all = new ArrayList<>();
    if (required.plain() == Plain.NEVER) {
      all.add("plain=0");
    }
    if (!required.protocol().isEmpty()) {
      all.add("protocol>=" + required.protocol());
    }
    if (required.suites().length > 0) {
      all.add("suite=" + String.join("|", required.suites()));
    }
    if (required.groups().length > 0) {
      all.add("group=" + String.join("|", required.groups()));
    }
    if (required.resumedAtLeast() >= 0) {
      BigDecimal percent = BigDecimal.valueOf(required.resumedAtLeast()).movePointRight(2);
      all.add("resumed>=" + percent.stripTrailingZeros().toPlainString() + "%");
    }
    return all.stream().map(TapRequirement::parse).toList();
  }

  /** Returns whether the observation of the connection is complete. */
  static boolean isSettled(TappedConnection connection) {
    return connection.times().ended()
        || connection.isHandshakeCompleted()
        || connection.kind() == Kind.PLAIN
        || connection.kind() == Kind.CANCEL
        || connection.kind() == Kind.OTHER;
  }

  /** Returns a description of the broken requirements; empty if all hold. */
  static Optional<String> broken(
      List<TapRequirement> requirements, List<TappedConnection> connections) {
    List<String> broken = new ArrayList<>();
    if (connections.stream().noneMatch(TappedConnection::isHandshakeCompleted)) {
      broken.add("no TLS handshake was completed" + listed(connections));
    }
    for (TapRequirement requirement : requirements) {
      Finding finding = requirement.check(connections);
      if (finding.outcome() == Outcome.BROKEN) {
        broken.add(
            requirement
                + ": "
                + finding.satisfied()
                + " of "
                + finding.counted()
                + " satisfy it, the others do not:"
                + listed(finding.brokenBy()));
      } else if (finding.unread() > 0) {
        broken.add(
            requirement
                + ": the protocol of "
                + finding.unread()
                + " connections is unknown"
                + listed(connections));
      } else if (finding.outcome() == Outcome.UNDECIDED && broken.isEmpty()) {
        broken.add(requirement + ": there was no connection to judge it by" + listed(connections));
      }
    }
    return broken.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", broken));
  }

  static String listed(List<TappedConnection> connections) {
    StringBuilder text = new StringBuilder();
    connections.stream()
        .limit(MOST_SHOWN)
        .forEach(connection -> text.append("\n  ").append(line(connection)));
    if (connections.size() > MOST_SHOWN) {
      text.append("\n  and ").append(connections.size() - MOST_SHOWN).append(" more");
    }
    return text.toString();
  }

  private static String offered(@Nullable ClientOffer offer) {
    if (offer == null) {
      return "";
    }
    return offer.session() == ClientOffer.Session.NONE
        ? ", no session offered"
        : ", the offered session was not taken";
  }

  /** Describes a connection on one line. */
  static String line(TappedConnection connection) {
    String text = "#" + connection.number() + " from port " + connection.client().getPort() + ": ";
    WitnessedTls tls = connection.tls();
    if (connection.unreached() != null) {
      return text + "no server: " + connection.unreached();
    }
    if (tls == null) {
      return text
          + switch (connection.kind()) {
            case PLAIN -> "plain text";
            case OTHER -> "neither TLS nor a known protocol";
            default -> "closed before anything was sent";
          };
    }
    Choice choice = tls.choice();
    if (choice == null) {
      return text + "TLS without an answer of the server";
    }
    String group = choice.namedGroup();
    return text
        + choice.protocol()
        + " "
        + choice.cipherSuite()
        + (group == null ? "" : " " + group)
        + (connection.isHandshakeCompleted()
            ? choice.resumed() ? ", resumed" : ", full handshake" + offered(tls.offer())
            : ", handshake not completed");
  }

  /** Waits for the last records of clients that have closed their connections already. */
  static List<TappedConnection> settled(TlsTap tap) throws InterruptedException {
    try {
      tap.await(tap.connections().size(), Requirements::isSettled, SETTLING);
    } catch (TimeoutException e) {
      // They are judged as they are.
    }
    return tap.connections();
  }

  /** Returns what a test method asks for, or the class around it. */
  static Optional<RequireTls> annotation(ExtensionContext context) {
    Optional<RequireTls> found =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), RequireTls.class);
    Class<?> type = context.getRequiredTestClass();
    while (found.isEmpty() && type != null) {
      found = AnnotationSupport.findAnnotation(type, RequireTls.class);
      type = type.getEnclosingClass();
    }
    return found;
  }
}
