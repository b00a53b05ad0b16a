package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import site.ycsb.measurements.Measurements;

/**
 * Adds connections to YCSB's measurements, as series of their own beside READ and UPDATE.
 *
 * <p>{@code CONNECT} is the time until a connection can be used, with TCP connect, handshake and
 * authentication. {@code HANDSHAKE-FULL} and {@code HANDSHAKE-RESUMED} are only the TLS handshake.
 * All are in microseconds, with any {@code measurementtype}.
 */
public final class ConnectionSeries implements ConnectionListener {
  private final Measurements measurements = Measurements.getMeasurements();
  private final boolean intendedOnly;

  /** Creates a listener that writes to the measurements of this run. */
  public ConnectionSeries(Properties properties) {
    intendedOnly = "intended".equals(properties.getProperty(Measurements.MEASUREMENT_INTERVAL));
  }

  @Override
  public void connected(Duration time) {
    measure("CONNECT", time);
  }

  @Override
  public void negotiated(TlsConnection connection) {
    NegotiatedTls negotiated = connection.negotiated();
    Duration handshake = connection.handshake();
    if (negotiated != null && handshake != null) {
      measure(negotiated.resumed() ? "HANDSHAKE-RESUMED" : "HANDSHAKE-FULL", handshake);
    }
  }

  private void measure(String series, Duration time) {
    int micros = (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMicros(time.toNanos()));
    // With measurement.interval=intended YCSB ignores measure(). A connection has no
    // intended start, so one of the two calls suffices where both would be counted.
    if (intendedOnly) {
      measurements.measureIntended(series, micros);
    } else {
      measurements.measure(series, micros);
    }
  }
}
