package dev.tlsbench.measure.fork;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.LegacyTls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A handle to a forked JVM. For one thread at a time; {@link #kill} for any. */
public final class ForkProcess implements AutoCloseable {
  /** The serial collector has no threads that compete with client and server. */
  private static final List<String> JVM = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");

  /** Of a build's tests, in every fork's JVM: C2 takes more CPU time than so short a run saves. */
  private static final List<String> OF_TESTS =
      Stream.of(System.getProperty("tlsbench.fork.jvmOptions", "").split(" ", -1))
          .filter(option -> !option.isEmpty())
          .toList();

  /** The time limit for the start of a JVM, sufficient on a busy machine. */
  private static final Duration START = Duration.ofMinutes(1);

  /**
   * The minimum patience, since a server may be slow even if the run does not wait for lost
   * servers.
   */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

  private static final int FIRST_TO_WARN_OF_NATIVE_CODE = 24;

  private final ObjectMapper json = new ObjectMapper();
  private final Process process;
  private final PrintStream orders;

  /** Lines and, at the end, nothing; streams of processes have no time limit for reads. */
  private final BlockingQueue<Optional<String>> replies = new LinkedBlockingQueue<>();

  private final Duration patience;
  private final String remedy;

  /** Starts forks without a JVM of their own, for tests of everything but figures. */
  @FunctionalInterface
  public interface Launcher {
    /** Starts a fork; {@code null} if a JVM should start. */
    @Nullable Process start(Class<?> main) throws IOException;
  }

  private ForkProcess(
      Process process, Duration patience, String remedy, Consumer<String> messages) {
    this.process = process;
    this.patience = patience;
    this.remedy = remedy;
    this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    start("messages", () -> passOn(process.errorReader(StandardCharsets.UTF_8), messages));
    start(
        "replies",
        () -> {
          BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
          passOn(lines, line -> replies.add(Optional.of(line)));
          replies.add(Optional.empty());
        });
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "tlsbench-fork-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void passOn(BufferedReader from, Consumer<String> to) {
    try {
      from.lines().forEach(to);
    } catch (UncheckedIOException e) {
      // The fork was killed while it wrote a line.
    }
  }

  /**
   * Starts a JVM and waits until all variants have connected once. The patience, at least 10 s, is
   * the time limit of a connection, and of an operation after the end of its window.
   *
   * @throws ConnectFailedException if a variant cannot connect, or negotiates other TLS than
   *     requested
   */
  public static ForkProcess start(ForkSpec spec, Settings settings, Consumer<String> messages)
      throws IOException {
    return start(ForkMain.class, spec, patience(settings), settings.jvmArguments(), messages);
  }

  /** Starts a JVM and waits until it is ready; {@code messages} gets its standard error. */
  public static ForkProcess start(
      Class<?> main,
      ForkSpec spec,
      Duration patience,
      List<String> jvmArguments,
      Consumer<String> messages)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments(jvmArguments));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    GivenProperties.removeFrom(builder.environment());
    // Only commands that compare have the option.
    String remedy = main == ForkMain.class ? "; for slow servers, raise --patience" : "";
    ForkProcess fork = new ForkProcess(launch(main, builder), patience, remedy, messages);
    try {
      fork.orders.println(fork.json.writeValueAsString(spec));
      fork.orders.println(fork.json.writeValueAsString(ParentJvm.of(spec)));
      Duration limit = START.plus(fork.patience);
      while (!fork.reply(limit).ready()) {
        limit = fork.patience;
      }
      return fork;
    } catch (IOException | RuntimeException e) {
      fork.kill();
      throw e;
    }
  }

  private static Process launch(Class<?> main, ProcessBuilder jvm) throws IOException {
    for (Launcher launcher : ServiceLoader.load(Launcher.class)) {
      Process other = launcher.start(main);
      if (other != null) {
        return other;
      }
    }
    return jvm.start();
  }

  /**
   * Returns the flags of every fork's JVM that affect its speed; of two for one thing, the last.
   */
  public static List<String> flags(List<String> more) {
    return Stream.of(JVM, OF_TESTS, more).flatMap(List::stream).toList();
  }

  private static List<String> jvmArguments(List<String> more) {
    List<String> arguments = new ArrayList<>(flags(more));
    arguments.add(KeySeed.OPEN);
    if (Runtime.version().feature() >= FIRST_TO_WARN_OF_NATIVE_CODE) {
      arguments.add("--enable-native-access=ALL-UNNAMED");
    }
    if (LegacyTls.isAllowed()) {
      arguments.add(LegacyTls.jvmArgument());
    }
    return arguments;
  }

  private static Duration patience(Settings settings) {
    Duration asked = settings.patience();
    Duration patience = asked.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : asked;
    return settings.clients().targetPerSecond() == 0
        ? patience
        // An open loop also waits before each operation.
        : patience.plusNanos(
            Math.round(1e9 * settings.clients().threads() / settings.clients().targetPerSecond()));
  }

  /** Runs an epoch, as {@link #ask}; the fork may also be silent for as long as a window. */
  public EpochData run(EpochOrder order) throws IOException {
    return ask(
        order,
        EpochData.class,
        patience.plusMillis(Math.max(order.windowMillis(), order.burstMillis())));
  }

  /**
   * Sends an order.
   *
   * @throws ConnectFailedException if nothing can connect any more, or the fork is silent for
   *     longer than the patience; the fork has ended then
   */
  public <T> T ask(Object order, Class<T> type) throws IOException {
    return ask(order, type, patience);
  }

  private <T> T ask(Object order, Class<T> type, Duration limit) throws IOException {
    orders.println(json.writeValueAsString(order));
    Object answer = reply(limit).answer();
    while (answer == null) {
      answer = reply(limit).answer();
    }
    return json.convertValue(answer, type);
  }

  private ForkReply reply(Duration limit) throws IOException {
    Optional<String> line;
    try {
      line = replies.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a reply");
    }
    if (line == null) {
      // A hanging fork cannot close its connections.
      kill();
      throw new ConnectFailedException(
          "no answer for %s s: the server or the network hangs%s"
              .formatted(limit.toMillis() / 1e3, remedy));
    }
    if (line.isEmpty()) {
      throw new IOException("the forked JVM ended early; see its messages above");
    }
    ForkReply reply = json.readValue(line.get(), ForkReply.class);
    ForkReply.Failure failure = reply.failure();
    if (failure != null) {
      switch (failure.kind()) {
        case INVALID -> throw new InvalidSettingException(failure.message());
        case NO_CONNECTION -> throw new ConnectFailedException(failure.message());
        case BROKEN -> throw new IOException(failure.message());
      }
    }
    return reply;
  }

  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    orders.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
