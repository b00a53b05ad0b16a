package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code toy://host:port?enabled=true&caFile=ca.pem}: the options are properties without tls. */
record ToyUrl(String text, HostAddress host, Map<String, String> options) implements DatabaseUrl {
  static ToyUrl of(String url) {
    String[] parts = url.substring("toy://".length()).split("/?[?&]|/$", 0);
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < parts.length; i++) {
      options.put("tls." + parts[i].split("=", 2)[0], parts[i].split("=", 2)[1]);
    }
    return new ToyUrl(url, HostAddress.parse(parts[0], 7077), options);
  }

  @Override
  public Database kind() {
    return new ToyDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return List.of(host);
  }

  @Override
  public Optional<String> database() {
    return Optional.empty();
  }

  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = TlsSettings.builder();
    TlsOption.override(options, settings);
    return settings;
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder settings = tls();
    TlsOption.override(properties, settings);
    return settings.build();
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public String plain() {
    return "toy://" + host;
  }

  @Override
  public String through(HostAddress address) {
    return text.replaceFirst("//[^/?]*", "//" + address);
  }

  @Override
  public Connections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new ToyConnections(host, settings, dialer, ledger);
  }
}
