package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.Binding;
import java.util.List;
import java.util.Properties;

/** Ways to connect to a server, by variant and kind. */
final class Accesses {
  private static final String RESUMPTION = "tls.resumption";

  private final Binding binding;
  private final Properties properties;
  private final Route route;

  Accesses(Target target, Route route) {
    this.binding = target.binding();
    this.properties = target.properties();
    this.route = route;
  }

  /**
   * Returns true if the variant has TLS, by its own settings, the URL's or the properties'.
   *
   * @throws InvalidSettingException if one of them cannot be used
   */
  boolean hasTls(Variant variant) {
    return !variant.isPlain() && binding.tls(variant.applyTo(binding, properties)).enabled();
  }

  /** Returns the servers of the URL. */
  List<String> hosts() {
    return binding.url(properties).hosts().stream().map(HostAddress::toString).toList();
  }

  /**
   * Connects once.
   *
   * @throws ConnectFailedException if no connection of this kind is possible
   * @throws InvalidSettingException if a setting is invalid, or the TLS provider does not resume
   *     sessions
   */
  Access open(Variant variant, Kind kind) throws ConnectFailedException {
    Properties own = variant.applyTo(binding, properties);
    // Whether the driver's own TLS resumes sessions is up to the driver.
    if (kind != Kind.PLAIN && !variant.isDriversOwn()) {
      own.setProperty(RESUMPTION, String.valueOf(kind == Kind.RESUMED));
    }
    return MeasuredDatabase.of(binding.database()).access(own, route);
  }
}
