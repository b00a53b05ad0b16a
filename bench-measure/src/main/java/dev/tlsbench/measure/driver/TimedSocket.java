package dev.tlsbench.measure.driver;

import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** A socket that times reads and writes of the thread that opens it. */
public final class TimedSocket extends DialedSocket {
  public TimedSocket(@Nullable TlsContext tls, Route route) {
    super(tls, route, new TlsLedger());
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return Timeline.current().watch(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return Timeline.current().watch(super.getOutputStream());
  }

  /** Replaces 0, no limit, which drivers pass if no time-out was configured. */
  @Override
  public void setSoTimeout(int millis) throws SocketException {
    super.setSoTimeout(millis == 0 ? Route.READ_TIMEOUT_MILLIS : millis);
  }
}
