package dev.tlsbench.measure.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.fork.ForkReply;
import dev.tlsbench.measure.fork.ForkReply.ClientData;
import dev.tlsbench.measure.fork.ForkReply.Clocks;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Failure;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import dev.tlsbench.measure.fork.Histograms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Merges the epochs of the forks of a round: the throughput of a window is the sum over forks.
 * Windows that one of them has not measured are left out.
 */
final class MergedEpochs implements Cluster.Listener {
  private static final long ENDED = Long.MAX_VALUE;

  private final ObjectMapper json = new ObjectMapper();
  private final int parts;
  private final int blocksOfEpoch;
  private final long silenceNanos;
  private final long[] heard;
  private final Map<Integer, List<EpochData>> byNumber = new TreeMap<>();
  private @Nullable Failure failure;
  private @Nullable String lost;
  private Clocks clocks = Clocks.ONE;
  private long bytes;

  /**
   * @param blocksOfEpoch the number of blocks that each fork plans for an epoch
   * @param silence the longest time without a message of a fork, which reports each window
   */
  MergedEpochs(int parts, int blocksOfEpoch, Duration silence) {
    this.parts = parts;
    this.blocksOfEpoch = blocksOfEpoch;
    this.silenceNanos = silence.toNanos();
    this.heard = new long[parts];
    Arrays.fill(heard, System.nanoTime());
  }

  @Override
  public void tick() throws ConnectFailedException {
    for (int part = 0; part < parts; part++) {
      if (heard[part] != ENDED && System.nanoTime() - heard[part] > silenceNanos) {
        throw new ConnectFailedException(
            "no answer of executor "
                + part
                + " for "
                + silenceNanos / 1_000_000_000
                + " s: the server or the network hangs; for slow servers, raise --patience");
      }
    }
  }

  @Override
  public void line(int part, String line) {
    heard[part] = System.nanoTime();
    bytes += Rounds.bytes(line);
    ForkReply reply;
    try {
      reply = json.readValue(line, ForkReply.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("executor " + part + " sent no reply of a fork", e);
    }
    if (reply.failure() != null && failure == null) {
      failure = reply.failure();
    }
    if (reply.clocks() != null) {
      clocks = clocks.with(reply.clocks());
    }
    EpochData epoch = reply.epoch();
    if (epoch != null) {
      byNumber.computeIfAbsent(epoch.number(), absent -> new ArrayList<>()).add(epoch);
    }
  }

  @Override
  public void ended(int part, Optional<String> problem) {
    heard[part] = ENDED;
    if (problem.isPresent() && lost == null) {
      // Spark gives one reason for all parts of a stage.
      lost = problem.get();
    }
  }

  /** Returns the failure that a fork reported; empty if none did. */
  Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  /** Returns why the round has no result; empty if it has one. */
  Optional<String> lost() {
    return Optional.ofNullable(lost);
  }

  /** Returns the largest differences of the clocks. */
  Clocks clocks() {
    return clocks;
  }

  /** Returns the size of all lines. */
  long bytes() {
    return bytes;
  }

  /**
   * Returns the number of blocks that were not measured by every fork, in epochs that at least one
   * fork has measured.
   */
  int late() {
    int planned = byNumber.size() * blocksOfEpoch;
    return planned - (int) whole().stream().mapToLong(EpochData::blocks).sum();
  }

  /** Returns the epochs that all forks have measured. */
  List<EpochData> whole() {
    return byNumber.values().stream()
        .filter(ofParts -> ofParts.size() == parts)
        .map(MergedEpochs::together)
        .filter(epoch -> !epoch.windows().isEmpty())
        .toList();
  }

  private static EpochData together(List<EpochData> ofParts) {
    EpochData first = ofParts.get(0);
    Set<Integer> blocks =
        first.windows().stream()
            .map(WindowData::block)
            .filter(block -> ofParts.stream().allMatch(part -> isWhole(part, block, first)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<WindowData> windows = new ArrayList<>();
    for (WindowData window : first.windows()) {
      if (blocks.contains(window.block())) {
        windows.add(sum(ofParts.stream().map(part -> same(part, window)).toList()));
      }
    }
    Map<String, ClientData> clients = new LinkedHashMap<>();
    for (String variant : first.clients().keySet()) {
      clients.put(
          variant,
          clients(
              ofParts.stream()
                  .flatMap(part -> Optional.ofNullable(part.clients().get(variant)).stream())
                  .toList()));
    }
    return new EpochData(
        first.number(),
        ofParts.stream().mapToDouble(EpochData::connectMillis).max().orElse(0),
        Map.of(),
        null,
        windows,
        clients);
  }

  private static boolean isWhole(EpochData part, int block, EpochData first) {
    return part.windows().stream().filter(window -> window.block() == block).count()
        == first.clients().size();
  }

  private static WindowData same(EpochData part, WindowData as) {
    return part.windows().stream()
        .filter(window -> window.block() == as.block() && window.variant().equals(as.variant()))
        .findFirst()
        .orElseThrow();
  }

  private static WindowData sum(List<WindowData> parts) {
    WindowData first = parts.get(0);
    return new WindowData(
        first.variant(),
        first.block(),
        first.order(),
        first.startMillis(),
        new WorkData(
            parts.stream().mapToDouble(part -> part.work().seconds()).max().orElse(0),
            parts.stream().mapToDouble(part -> part.work().perSecond()).sum(),
            parts.stream().mapToLong(part -> part.work().operations()).sum(),
            parts.stream().mapToLong(part -> part.work().errors()).sum(),
            parts.stream().mapToLong(part -> part.work().ignoredErrors()).sum(),
            parts.stream().mapToLong(part -> part.work().rows()).sum(),
            parts.stream().mapToLong(part -> part.work().bytes()).sum()),
        new Use(
            parts.stream().mapToDouble(part -> part.use().clientCpu()).sum(),
            null,
            parts.stream().mapToDouble(part -> part.use().gc()).sum(),
            parts.stream().mapToDouble(part -> part.use().steal()).sum(),
            parts.stream().mapToDouble(part -> part.use().idle()).sum(),
            null),
        null,
        latencies(parts));
  }

  private static Map<String, String> latencies(List<WindowData> parts) {
    return parts.stream()
        .flatMap(part -> part.latencies().entrySet().stream())
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey,
                Collectors.collectingAndThen(
                    Collectors.toList(), same -> histogram(same, Map.Entry::getValue))));
  }

  private static <T> String histogram(List<T> parts, Function<T, String> encoded) {
    return Histograms.encode(Histograms.sum(parts.stream().map(encoded)));
  }

  private static ClientData clients(List<ClientData> parts) {
    return new ClientData(
        parts.stream().flatMap(part -> part.negotiated().stream()).toList(),
        ClientData.logins(parts),
        parts.stream().flatMap(part -> part.differences().stream()).distinct().toList(),
        histogram(parts, ClientData::tcpConnect),
        histogram(parts, ClientData::fullHandshake),
        histogram(parts, ClientData::resumedHandshake),
        histogram(parts, ClientData::ready));
  }
}
