package dev.tlsbench.jmh.cell;

/** What a paired benchmark measures, as results name it: CPU time of both ends, or of one. */
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
