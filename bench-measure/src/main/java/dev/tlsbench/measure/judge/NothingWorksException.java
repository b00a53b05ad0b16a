package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.ForkReply.BurstData;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Every operation of a variant failed from the beginning. */
public final class NothingWorksException extends IOException {
  private static final long serialVersionUID = 1;

  private NothingWorksException(String variant) {
    super(
        "Nothing was measured: every operation of "
            + variant
            + " failed, from the beginning. If the records were loaded with other properties than"
            + " those of this run, fill another table: -p table=NAME --load.");
  }

  /** Throws if all operations of a variant failed in these epochs. */
  public static void throwIfAllFailed(List<Contender> contenders, List<EpochData> epochs)
      throws NothingWorksException {
    for (Contender contender : contenders) {
      String name = contender.name();
      long operations = sum(epochs, name, WorkData::operations, BurstData::operations);
      if (operations > 0 && operations == sum(epochs, name, WorkData::errors, BurstData::errors)) {
        throw new NothingWorksException(name);
      }
    }
  }

  private static long sum(
      List<EpochData> epochs,
      String variant,
      ToLongFunction<WorkData> ofWindow,
      ToLongFunction<BurstData> ofBursts) {
    long windows =
        epochs.stream()
            .flatMap(epoch -> epoch.windows().stream())
            .filter(window -> window.variant().equals(variant))
            .map(WindowData::work)
            .mapToLong(ofWindow)
            .sum();
    long bursts =
        epochs.stream()
            .flatMap(epoch -> Stream.ofNullable(epoch.bursts().get(variant)))
            .mapToLong(ofBursts)
            .sum();
    return windows + bursts;
  }
}
