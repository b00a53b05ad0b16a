package dev.tlsbench.measure.placement;

import dev.tlsbench.core.InvalidSettingException;

/**
 * The number of cores for the client's worker threads and the server.
 *
 * @param count from 1; 0 for all cores
 * @param isAsked true if the user requested it, so that any other number would be an error
 */
public record Cores(int count, boolean isAsked) {
  public static final Cores USUAL = new Cores(1, false);

  public static final Cores ALL = new Cores(0, true);

  public static Cores parse(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new InvalidSettingException(
          "--cores: '" + text + "' is neither a number from 1 on nor 'all'");
    }
    return new Cores(Integer.parseInt(text), true);
  }

  public boolean areAll() {
    return count == 0;
  }
}
