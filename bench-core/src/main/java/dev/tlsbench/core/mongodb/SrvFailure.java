package dev.tlsbench.core.mongodb;

import com.mongodb.spi.dns.DnsWithResponseCodeException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.Secrets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.CommunicationException;

/**
 * Describes failed look-ups of {@code mongodb+srv} names, with the rule and the record (Initial DNS
 * Seedlist Discovery specification).
 */
final class SrvFailure {
  private static final Pattern OTHER_DOMAIN =
      Pattern.compile("resolved to a host '(.*)' that does not (share|have|end)", Pattern.DOTALL);

  private static final Pattern KEYS =
      Pattern.compile("TXT record for '.*' contains the keys \\[(.*)]", Pattern.DOTALL);

  private final String host;
  private final String record;
  private final Secrets secrets;

  /**
   * @param service the service in the name of the record, by default {@code mongodb}
   */
  SrvFailure(String host, String service, Secrets secrets) {
    this.host = host;
    this.record = "_" + service + "._tcp." + host;
    this.secrets = secrets;
  }

  /** Describes a failure of the driver to look up the servers. */
  String ofServers(Throwable failure) {
    String said = said(failure);
    Matcher other = OTHER_DOMAIN.matcher(said);
    if (other.find()) {
      return "the SRV record "
          + record
          + " names the server '"
          + other.group(1)
          + (other.group(2).equals("end")
              ? "', which does not end with the URL's srvAllowedHostsSuffix"
              : "', but MongoDB allows only servers below " + domain())
          + "; correct the record or the host";
    }
    if (said.startsWith("No SRV records") || isUnknownName(failure)) {
      return "the DNS has no SRV record "
          + record
          + "; check the host, or name the servers in a mongodb:// URL";
    }
    return unanswered("SRV record " + record, failure);
  }

  /** Describes a failure of the driver to read the options in the TXT record. */
  String ofOptions(RuntimeException failure) {
    String said = said(failure);
    Matcher keys = KEYS.matcher(said);
    if (Causes.of(failure).anyMatch(SrvFailure::isOfSeveral)) {
      return "the DNS has several TXT records for "
          + host
          + ", but MongoDB allows one for a mongodb+srv name; keep the one with its options";
    }
    if (keys.find()) {
      return "the TXT record of "
          + host
          + " has the options "
          + keys.group(1)
          + ", but MongoDB allows authSource, replicaSet and loadBalanced only; correct the record";
    }
    return failure instanceof IllegalArgumentException
        ? "the options in the TXT record of " + host + " are refused: " + said + "; correct them"
        : unanswered("TXT record of " + host, failure);
  }

  /** Describes a look-up that has not ended. */
  String noAnswer() {
    return "the DNS did not answer in time (serverSelectionTimeoutMS) when asked for the SRV record "
        + record
        + "; check the network";
  }

  private String unanswered(String asked, Throwable failure) {
    String reason =
        Causes.find(failure, CommunicationException.class).isPresent()
            ? "it did not answer"
            : said(Causes.root(failure));
    return "the DNS could not be asked for the " + asked + ": " + reason + "; check the network";
  }

  /** Returns the domain; a host of two labels or fewer is a domain of its own. */
  private String domain() {
    return host.replaceFirst("\\.$", "").split("\\.").length < 3
        ? host
        : host.substring(host.indexOf('.') + 1);
  }

  private static boolean isOfSeveral(Throwable failure) {
    return String.valueOf(failure.getMessage()).startsWith("Multiple TXT records");
  }

  private static boolean isUnknownName(Throwable failure) {
    return Causes.find(failure, DnsWithResponseCodeException.class)
        .filter(answer -> answer.getResponseCode() == 3) // NXDOMAIN, RFC 1035, section 4.1.1
        .isPresent();
  }

  private String said(Throwable failure) {
    return secrets.hide(failure.getMessage());
  }
}
