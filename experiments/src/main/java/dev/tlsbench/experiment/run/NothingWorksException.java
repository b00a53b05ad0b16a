package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.run.ForkReply.WindowData;
import java.io.IOException;
import java.util.List;

/** Every operation of a variant failed from the beginning, so there is nothing to measure. */
final class NothingWorksException extends IOException {
  private static final long serialVersionUID = 1;

  private NothingWorksException(String variant) {
    super(
        "Nothing was measured: every operation of "
            + variant
            + " failed, from the beginning. If the records were loaded with other properties than"
            + " those of this run, fill another table: -p table=NAME --load.");
  }

  /** Throws if all operations of a variant failed in these windows. */
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
