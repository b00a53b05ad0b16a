package dev.tlsbench.jmh.cell;

/** The CPU time that a paired benchmark measures, of both ends or of one. */
public enum Cost {
  cpu("both ends"),
  clientCpu("client"),
  serverCpu("server");

  private final String owner;

  Cost(String owner) {
    this.owner = owner;
  }

  public String owner() {
    return owner;
  }
}
