package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.spi.dns.DnsClient;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.util.List;

/**
 * Reads URLs as the driver does. A class of its own, so that {@link MongoUrl} loads without the
 * driver, and can report that it is missing.
 */
final class DriverUrl {
  /** Reading a URL needs no network; {@code mongodb+srv} names are looked up on connecting. */
  private static final DnsClient NO_DNS = (name, type) -> List.of();

  private DriverUrl() {}

  /** Reads a URL without a network. */
  static ConnectionString offline(String url, UrlText text, Secrets secrets) {
    try {
      return new ConnectionString(url, NO_DNS);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          text
              + ": the MongoDB driver refuses this URL: "
              + secrets.hide(e.getMessage())
              + "; correct it");
    }
  }

  /** Returns whether the driver accepts an option of a URL without authentication. */
  static boolean accepts(UrlOption option) {
    try {
      new ConnectionString("mongodb://h/?readPreference=nearest&" + option.text());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
