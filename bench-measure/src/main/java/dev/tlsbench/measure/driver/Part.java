package dev.tlsbench.measure.driver;

/** The parts of opening a connection, and their sum. */
public enum Part {
  /** From SYN to its answer, without the name look-up. */
  TCP_CONNECT("tcpConnect", "TCP connect"),
  TLS_HANDSHAKE("tlsHandshake", "TLS handshake"),
  /**
   * MongoDB: the command {@code hello}, which carries the first step of the log-in. MySQL: the
   * server's greeting, and with TLS the request to start it. PostgreSQL: the request for TLS,
   * unless TLS begins at once.
   */
  HELLO("hello", "hello"),
  /** PostgreSQL: the first message of the log-in, until the server asks for a password. */
  START_UP("startUp", "start-up"),
  /** The log-in, without the steps that {@code hello} carried. */
  AUTHENTICATION("authentication", "authentication"),
  /** The driver's queries and settings before it returns a connection. */
  SESSION_SET_UP("sessionSetUp", "session set-up"),
  FIRST_QUERY("firstQuery", "first query"),
  /** From the TCP connect until the first query is answered: the sum of the others. */
  TOTAL("total", "total");

  private final String id;
  private final String title;

  Part(String id, String title) {
    this.id = id;
    this.title = title;
  }

  public String id() {
    return id;
  }

  public String title() {
    return title;
  }
}
