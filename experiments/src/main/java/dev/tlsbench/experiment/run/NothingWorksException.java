package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.run.ForkReply.WindowData;
import java.io.IOException;
import java.util.List;

/** A variant failed at everything it tried from the beginning: there is nothing to measure. */
final class NothingWorksException extends IOException {
  private static final long serialVersionUID = 1;

  private NothingWorksException(String variant) {
    super(
        "Nothing was measured: every operation of "
            + variant
            + " failed, from the beginning. Records that were loaded with other properties than those"
            + " of this run would do that; -p table=NAME --load fills a table of another name.");
  }

  /**
   * Holds the beginning of a run against the least that is to be expected of it.
   *
   * @param windows the warm-up's and the first epoch's
   */
  static void throwIfAllFailed(List<Contender> contenders, List<WindowData> windows)
      throws NothingWorksException {
    for (Contender contender : contenders) {
      List<WindowData> own =
          windows.stream().filter(window -> window.variant().equals(contender.name())).toList();
      long operations = own.stream().mapToLong(WindowData::operations).sum();
      if (operations > 0 && operations == own.stream().mapToLong(WindowData::errors).sum()) {
        throw new NothingWorksException(contender.name());
      }
    }
  }
}
