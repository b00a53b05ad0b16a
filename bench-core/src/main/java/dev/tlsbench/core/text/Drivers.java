package dev.tlsbench.core.text;

import dev.tlsbench.core.InvalidSettingException;

/** The database drivers. A project adds those that it uses to the class path. */
public final class Drivers {
  private Drivers() {}

  public static void require(String className, String database, String artifact) {
    try {
      Class.forName(className, false, Drivers.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new InvalidSettingException(
          "the driver for " + database + " is missing; add " + artifact + " to the class path", e);
    }
  }
}
