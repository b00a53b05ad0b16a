package dev.tlsbench.jmh.tls;

public enum Side {
  CLIENT,
  SERVER;

  Side peer() {
    return this == CLIENT ? SERVER : CLIENT;
  }
}
