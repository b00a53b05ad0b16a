package dev.tlsbench.measure.fork;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.fork.ForkReply.Failure;
import dev.tlsbench.measure.fork.ForkReply.Kind;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import site.ycsb.DBException;
import site.ycsb.measurements.Measurements;

/**
 * The main class of a fork. The first line of its input is a {@link ForkSpec}, the second a {@link
 * ParentJvm}; each further line is an order, of a comparison an {@link EpochOrder}. It answers each
 * with a {@link ForkReply}, and ends when its input ends.
 */
public final class ForkMain {
  /** Logs unknown security properties of the JDK at every start. */
  private static final Logger BOUNCY_CASTLE = Logger.getLogger("org.bouncycastle.jsse");

  /** Logs errors only; the command has already printed the warnings of each variant's clients. */
  private static final Logger LIBRARIES = Logger.getLogger("dev.tlsbench");

  private final ObjectMapper json = new ObjectMapper();
  private final BufferedReader orders;
  private final PrintStream replies;

  private ForkMain(BufferedReader orders, PrintStream replies) {
    this.orders = orders;
    this.replies = replies;
  }

  public static void main(String[] args) {
    serveAndExit(ForkMain::serve);
  }

  public static void serve(InputStream orders, PrintStream replies) {
    serve(orders, replies, ForkMain::compare);
  }

  @FunctionalInterface
  public interface Work {
    void run(ForkMain fork, ForkSpec spec) throws Exception;
  }

  /** Serves as the main method of a JVM, and ends the JVM. */
  public static void serveAndExit(BiConsumer<InputStream, PrintStream> service) {
    PrintStream replies = System.out;
    // YCSB and drivers print to System.out.
    System.setOut(System.err);
    BOUNCY_CASTLE.setLevel(Level.SEVERE);
    LIBRARIES.setLevel(Level.SEVERE);
    // The command prefixes each line with its own name.
    LoggedWarnings errors = new LoggedWarnings(System.err::println);
    service.accept(System.in, replies);
    errors.close();
    // Drivers may leave threads running.
    System.exit(0);
  }

  /** Does the work of a fork, and replies why it failed if it did. */
  public static void serve(InputStream orders, PrintStream replies, Work work) {
    ForkMain fork =
        new ForkMain(
            new BufferedReader(new InputStreamReader(orders, StandardCharsets.UTF_8)), replies);
    try {
      work.run(fork, fork.spec());
    } catch (Exception e) {
      fork.reply(false, failure(e), null);
    }
  }

  /** Returns the next order; {@code null} at the end of the input. */
  public <T> @Nullable T order(Class<T> type) throws IOException {
    String line = orders.readLine();
    return line == null ? null : json.readValue(line, type);
  }

  private void compare(ForkSpec spec) throws Exception {
    Properties properties = RunProperties.of(spec.variants().values().iterator().next());
    // Workloads require measurements, which are not used here.
    Measurements.setProperties(properties);
    SharedWorkloads workloads = new SharedWorkloads(spec);
    check(spec);
    try (Workers workers =
            Placement.onCores(spec.clients().cores(), () -> new Workers(spec.clients()));
        Disk disk = Disk.of(spec)) {
      Meters meters = new Meters(spec.clients(), false);
      ready();
      boolean counts = false;
      for (EpochOrder order = order(EpochOrder.class);
          order != null;
          order = order(EpochOrder.class)) {
        if (order.counted() >= 0 && !counts) {
          Placement.moveCompilers(spec.clients().cores(), spec.clients().server());
          counts = true;
        }
        EpochRun epoch = new EpochRun(spec, workloads, workers, meters, disk, order, this::alive);
        answer(epoch.run());
      }
    }
  }

  private ForkSpec spec() throws IOException {
    ForkSpec given = json.readValue(orders.readLine(), ForkSpec.class);
    json.readValue(orders.readLine(), ParentJvm.class).adopt();
    return given;
  }

  /**
   * Connects every variant once and verifies the negotiated TLS. Plain variants come last: a server
   * that was restarted may refuse them before a log-in over TLS.
   */
  private void check(ForkSpec spec) throws DBException, ConnectFailedException {
    List<Map.Entry<String, Map<String, String>>> variants =
        new ArrayList<>(spec.variants().entrySet());
    variants.sort(Comparator.comparing(one -> "false".equals(one.getValue().get("tls.enabled"))));
    for (Map.Entry<String, Map<String, String>> variant : variants) {
      try (VariantClients clients =
          VariantClients.open(Binding.of(spec.binding()), variant.getValue(), 1, this::alive)) {
        List<String> differences = clients.data().differences();
        if (!differences.isEmpty()) {
          throw new ConnectFailedException(String.join("; ", differences));
        }
      } catch (DBException | ConnectFailedException | InvalidSettingException e) {
        Failure failure = failure(e);
        String message = variant.getKey() + ": " + failure.message();
        if (failure.kind() == Kind.INVALID) {
          throw new InvalidSettingException(message, e);
        }
        throw new ConnectFailedException(message, e);
      }
    }
  }

  private static Failure failure(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidSettingException) {
        return new Failure(Kind.INVALID, String.valueOf(cause.getMessage()));
      }
      if (cause instanceof ConnectFailedException) {
        return new Failure(Kind.NO_CONNECTION, String.valueOf(cause.getMessage()));
      }
    }
    return new Failure(Kind.BROKEN, e.toString());
  }

  /** Reports that the fork still works. Callable from any thread. */
  public void alive() {
    reply(false, null, null);
  }

  public void ready() {
    reply(true, null, null);
  }

  public void answer(Object answer) {
    reply(false, null, answer);
  }

  private synchronized void reply(
      boolean ready, @Nullable Failure failure, @Nullable Object answer) {
    try {
      replies.println(json.writeValueAsString(new ForkReply(ready, failure, answer)));
      replies.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
