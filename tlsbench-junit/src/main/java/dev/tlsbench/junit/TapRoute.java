package dev.tlsbench.junit;

import dev.tlsbench.relay.Relay;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A tap, and the relay that it is in front of, if any. */
record TapRoute(TlsTap tap, @Nullable Relay relay) {
  /** Returns the route of a context; opens it if there is none. */
  static TapRoute in(Store store, Backend backend, boolean withRelay) {
    Relay relay = withRelay ? relay(store, backend) : null;
    TapRoute route =
        StoredResource.in(
            store, TapRoute.class, () -> to(backend, relay), one -> one.tap().close());
    if (relay != null && route.relay() != relay) {
      throw new ParameterResolutionException(
          "the tap was opened without the relay, which it cannot be in front of any more; take both"
              + " as parameters of one method");
    }
    return route;
  }

  /** Returns the relay of a context; opens it if there is none. */
  static Relay relay(Store store, Backend backend) {
    return StoredResource.in(
        store,
        Relay.class,
        () -> open(backend, () -> Relay.to(backend.address()).open()),
        Relay::close);
  }

  private static TapRoute to(Backend backend, @Nullable Relay relay) {
    InetSocketAddress to = relay == null ? backend.address() : relay.address();
    // All connections are kept: of those that are forgotten no requirement would be judged.
    return new TapRoute(
        open(
            backend,
            () -> TlsTap.to(to).databases(backend.databases()).keep(Integer.MAX_VALUE).open()),
        relay);
  }

  /** Opens sockets. */
  private interface SocketOpener<T> {
    T open() throws IOException;
  }

  private static <T> T open(Backend backend, SocketOpener<T> opener) {
    try {
      return opener.open();
    } catch (IOException e) {
      throw new ParameterResolutionException("cannot listen in front of " + backend.address(), e);
    }
  }
}
