package dev.tlsbench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Selects the {@link TlsServer} of a parameter in a test class with several servers. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface From {
  /**
   * The name of the server.
   *
   * @return as given to {@link TlsServer#named}
   */
  String value();
}
