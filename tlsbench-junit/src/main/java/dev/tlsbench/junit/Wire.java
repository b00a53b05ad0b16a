package dev.tlsbench.junit;

import dev.tlsbench.relay.Relay;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A tap, and the relay that it is in front of, if any. */
record Wire(TlsTap tap, @Nullable Relay relay) {
  /** Returns the wire of a context; opens it if there is none. */
  static Wire in(Store store, Backend backend, boolean withRelay) {
    Relay relay = withRelay ? relay(store, backend) : null;
    Wire wire = Held.in(store, Wire.class, () -> to(backend, relay), one -> one.tap().close());
    if (relay != null && wire.relay() != relay) {
      throw new ParameterResolutionException(
          "the tap was opened without the relay, which it cannot be in front of any more; take both"
              + " as parameters of one method");
    }
    return wire;
  }

  /** Returns the relay of a context; opens it if there is none. */
  static Relay relay(Store store, Backend backend) {
    return Held.in(
        store,
        Relay.class,
        () -> open(backend, () -> Relay.to(backend.address()).open()),
        Relay::close);
  }

  private static Wire to(Backend backend, @Nullable Relay relay) {
    InetSocketAddress to = relay == null ? backend.address() : relay.address();
    // All connections are kept: of those that are forgotten no requirement would be judged.
    return new Wire(
        open(
            backend,
            () -> TlsTap.to(to).databases(backend.databases()).keep(Integer.MAX_VALUE).open()),
        relay);
  }

  /** Opens sockets. */
  private interface Opening<T> {
    T open() throws IOException;
  }

  private static <T> T open(Backend backend, Opening<T> opening) {
    try {
      return opening.open();
    } catch (IOException e) {
      throw new ParameterResolutionException("cannot listen in front of " + backend.address(), e);
    }
  }
}
