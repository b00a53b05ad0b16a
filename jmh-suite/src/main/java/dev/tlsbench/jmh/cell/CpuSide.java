package dev.tlsbench.jmh.cell;

/** The ends whose CPU time a paired benchmark measures: both together, or one. */
public enum CpuSide {
  cpu("both ends"),
  clientCpu("client"),
  serverCpu("server");

  private final String owner;

  CpuSide(String owner) {
    this.owner = owner;
  }

  public String owner() {
    return owner;
  }
}
