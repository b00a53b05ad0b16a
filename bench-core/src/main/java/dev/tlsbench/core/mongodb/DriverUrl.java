package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.spi.dns.DnsClient;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads URLs as the driver does. It is a class of its own so that {@link MongoUrl} loads without
 * the driver, and can report that.
 */
final class DriverUrl {
  /** Reading a URL needs no network; what {@code mongodb+srv} adds is looked up on connecting. */
  private static final DnsClient NO_DNS = (name, type) -> List.of();

  private DriverUrl() {}

  /** Reads a URL without a network. */
  static ConnectionString offline(String url, MongoUrlText text) {
    return read(url, text, NO_DNS);
  }

  /** Reads a URL; for {@code mongodb+srv} this asks the DNS for TXT records. */
  static ConnectionString online(String url, MongoUrlText text) throws ConnectFailedException {
    try {
      return read(url, text, null);
    } catch (MongoException e) {
      throw new ConnectFailedException(
          text.shown()
              + ": the DNS could not be asked about this mongodb+srv name: "
              + text.secrets().hide(e.getMessage())
              + "; check the host and the network");
    }
  }

  private static ConnectionString read(String url, MongoUrlText text, @Nullable DnsClient dns) {
    try {
      return new ConnectionString(url, dns);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          text.shown()
              + ": the MongoDB driver refuses this URL: "
              + text.secrets().hide(e.getMessage())
              + "; correct it");
    }
  }
}
