package dev.tlsbench.core.driver;

import javax.net.ssl.SSLEngine;

/**
 * The base of an {@code SSLEngine} that shakes hands and moves bytes, for callers that need no
 * more: methods for options and for half-closed connections throw {@code
 * UnsupportedOperationException}.
 */
public abstract class EngineView extends SSLEngine {
  /** Makes an engine that names no server. */
  protected EngineView() {}

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("this engine only shakes hands and moves bytes");
  }

  @Override
  public void closeInbound() {
    throw unsupported();
  }

  @Override
  public boolean isInboundDone() {
    throw unsupported();
  }

  @Override
  public boolean isOutboundDone() {
    throw unsupported();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    throw unsupported();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    throw unsupported();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    throw unsupported();
  }

  @Override
  public String[] getSupportedProtocols() {
    throw unsupported();
  }

  @Override
  public String[] getEnabledProtocols() {
    throw unsupported();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    throw unsupported();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    throw unsupported();
  }

  @Override
  public boolean getNeedClientAuth() {
    throw unsupported();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    throw unsupported();
  }

  @Override
  public boolean getWantClientAuth() {
    throw unsupported();
  }

  @Override
  public void setEnableSessionCreation(boolean create) {
    throw unsupported();
  }

  @Override
  public boolean getEnableSessionCreation() {
    throw unsupported();
  }
}
