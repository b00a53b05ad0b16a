package dev.tlsbench.experiment.toy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** {@code toy-tls}. */
public final class ToyBinding implements Binding {
  @Override
  public Database database() {
    return new ToyDatabase();
  }

  @Override
  public Set<String> properties() {
    return Set.of("toy.url", "toy.batchsize");
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    DatabaseUrl url = url(properties);
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(listener::negotiated);
    return new ToySession(
        tls(properties), url.open(tls(properties), Dialer.DIRECT, ledger), properties);
  }

  @Override
  public List<String> warnings(Properties properties) {
    return url(properties).warnings();
  }
}
