package dev.tlsbench.experiment.connect;

/** The parts of making a connection, and all of them together. */
public enum Part {
  /** From SYN to the answer; names are looked up before. */
  TCP_CONNECT("tcpConnect", "TCP connect"),
  /** The TLS handshake. */
  TLS_HANDSHAKE("tlsHandshake", "TLS handshake"),
  /**
   * MongoDB: the command {@code hello}, which carries the first step of the log-in. MySQL: the
   * server's greeting, and over TLS the request to change to it.
   */
  HELLO("hello", "hello"),
  /** The log-in, or what of it {@code hello} did not carry. */
  AUTHENTICATION("authentication", "authentication"),
  /** What Connector/J asks and sets on a connection before it hands it out. */
  SESSION_SET_UP("sessionSetUp", "session set-up"),
  /** The first query of the application. */
  FIRST_QUERY("firstQuery", "first query"),
  /** From the TCP connect until the first query is answered: the sum of the others. */
  TOTAL("total", "total");

  private final String id;
  private final String title;

  Part(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /**
   * The name in files.
   *
   * @return such as {@code tlsHandshake}
   */
  public String id() {
    return id;
  }

  /** The name in tables. */
  String title() {
    return title;
  }
}
