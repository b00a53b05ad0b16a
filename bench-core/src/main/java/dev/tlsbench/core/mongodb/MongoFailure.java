package dev.tlsbench.core.mongodb;

import com.mongodb.MongoInternalException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoTimeoutException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.FailureTable;
import dev.tlsbench.core.url.FailureTable.Row;
import dev.tlsbench.core.url.Secrets;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Translates the driver's exceptions into one line with cause and remedy. */
record MongoFailure(TlsSettings tls, Secrets secrets) {
  private static final String CLOSED = "the server closed the connection without an answer; {2}";
  private static final String SILENT =
      "the server accepted the connection but did not answer in time (connectTimeoutMS,"
          + " serverSelectionTimeoutMS); is this a MongoDB port? {2}";

  private static final FailureTable TABLE =
      new FailureTable(
          List.of(
              new Row(UnknownHostException.class, Reason.UNREACHABLE, ""),
              new Row(MongoSocketOpenException.class, Reason.UNREACHABLE, ""),
              new Row(
                  MongoSecurityException.class,
                  Reason.LOGIN,
                  "authentication failed: {1}; check user name, password, authSource and"
                      + " authMechanism in the URL"),
              new Row(SSLException.class, Reason.OTHER, "TLS failed: {0}; {2}"),
              new Row(MongoSocketReadTimeoutException.class, Reason.OTHER, SILENT),
              new Row(TimeoutException.class, Reason.OTHER, SILENT),
              new Row(MongoSocketReadException.class, Reason.OTHER, CLOSED),
              new Row(MongoSocketWriteException.class, Reason.OTHER, CLOSED),
              // The first bytes of another protocol, taken for a length.
              new Row(
                  MongoInternalException.class,
                  Reason.OTHER,
                  "the answer is in another protocol; is this a MongoDB port?"),
              new Row(
                  MongoTimeoutException.class,
                  Reason.OTHER,
                  "no suitable server in time (serverSelectionTimeoutMS): {0}; check address and"
                      + " firewall, readPreference and replicaSet; {2}"),
              new Row(Throwable.class, Reason.OTHER, "{0}; check the URL and the server's log")));

  private static final FailureTable OF_DNS =
      new FailureTable(
          List.of(
              new Row(
                  Throwable.class,
                  Reason.OTHER,
                  "the SRV and TXT records of this name cannot be used: {0}; check the name, the"
                      + " records and the network, or name the servers in a mongodb:// URL")));

  /** Explains a failure that the driver threw for one server, or for all servers of the URL. */
  ConnectFailedException explain(String server, Throwable failure) {
    // The TLS package's own exception is more precise than the driver's wrapper.
    return Causes.find(failure, ConnectFailedException.class)
        .map(MongoTlsOptions.NAMES::inOwnWords)
        .orElseGet(() -> TABLE.explain(server, failure, tls, secrets));
  }

  /** Explains a failure to look up a {@code mongodb+srv} name. */
  ConnectFailedException ofDns(String name, Throwable failure) {
    return OF_DNS.explain(name, failure, tls, secrets);
  }
}
