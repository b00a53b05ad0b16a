package dev.tlsbench.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.AssertionFailedError;

/** Fails a test with {@link RequireTls} and no {@link TlsServer}, by which it would be judged. */
final class ServerGuard implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    if (context.getExecutionException().isEmpty() && !TlsServer.isRegistered(context)) {
      throw new AssertionFailedError(
          "@RequireTls: no TlsServer is registered, so nothing was proved; add a field"
              + " @RegisterExtension static final TlsServer");
    }
  }
}
