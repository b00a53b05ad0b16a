package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.url.Secrets;

/**
 * Describes failed look-ups of {@code mongodb+srv} names by the driver's message and the record.
 *
 * @param service the service in the name of the record, by default {@code mongodb}
 */
record SrvFailure(String host, String service, Secrets secrets) {
  private String record() {
    return "SRV record _" + service + "._tcp." + host;
  }

  /** Describes a failure of the driver to look up the servers. */
  String ofServers(Throwable failure) {
    return "the servers of the "
        + record()
        + " cannot be looked up: "
        + reason(failure)
        + "; check the host, the record and the network, or name the servers in a mongodb:// URL";
  }

  /** Describes a failure of the driver to read the options in the TXT record. */
  String ofOptions(RuntimeException failure) {
    return "the TXT record of "
        + host
        + " cannot be used: "
        + reason(failure)
        + "; check the record and the network";
  }

  /** Describes a look-up that has not ended. */
  String noAnswer() {
    return "the DNS did not answer in time (serverSelectionTimeoutMS) when asked for the "
        + record()
        + "; check the network";
  }

  /** The driver's own exception may hide why the DNS failed. */
  private String reason(Throwable failure) {
    String message = secrets.hide(failure.getMessage());
    String root = secrets.hide(Causes.root(failure).getMessage());
    return (root.isEmpty() || message.contains(root) ? message : message + " (" + root + ")")
        .replaceFirst("\\.$", "");
  }
}
