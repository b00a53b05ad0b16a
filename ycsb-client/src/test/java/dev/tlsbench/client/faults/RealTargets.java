package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.session.Binding;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers that {@code servers/up} started, as targets of faults. */
final class RealTargets {
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+)/");

  private RealTargets() {}

  /** A server by the name of the variable with its URL, without {@code TLSBENCH_}. */
  static FaultTarget of(String name, Binding binding, String variable) {
    RealServers servers = RealServers.running();
    String url = servers.url(variable);
    Matcher port = PORT.matcher(url);
    if (!port.find()) {
      throw new IllegalStateException(variable + " has no port of 127.0.0.1");
    }
    return new FaultTarget(
        name,
        binding,
        url,
        Integer.parseInt(port.group(1)),
        Map.of("tls.caFile", servers.url("CA_FILE")));
  }
}
