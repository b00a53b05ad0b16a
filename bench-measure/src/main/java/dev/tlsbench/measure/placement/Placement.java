package dev.tlsbench.measure.placement;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cores of a run: a few for the client's worker threads and a local server, all others for
 * threads that would disturb them. Closing restores the server's cores, as does the end of this
 * JVM.
 *
 * <p>For one thread.
 *
 * @param cores of the worker threads; empty if they are not confined
 * @param server the known processes of a local server, confined or not
 * @param notes for readers of the result
 * @param confinement of the server; {@code null} if it stays where it is
 */
public record Placement(
    Set<Integer> cores,
    Set<Long> server,
    List<String> notes,
    @Nullable Undo<IOException> confinement)
    implements AutoCloseable {
  private static final int ROOT = 0;

  /** The beginning of the names of a relay's threads, cut to 15 characters. */
  private static final String RELAY = "tlsbench-relay-";

  /**
   * Chooses the cores of the client's worker threads, and confines a local server to them. A server
   * that this process has not started is moved only on request; without it, nothing is confined.
   *
   * @param messages receives the command that moves such a server back by hand, before it is moved
   * @return a placement with a note if the usual confinement is not possible here
   */
  public static Placement open(
      Cores asked, boolean confinesServer, ServerProcesses server, Consumer<String> messages) {
    boolean isFree = isFree(asked, confinesServer, server.isLocal(), server.isOwn());
    List<String> ignored =
        confinesServer && (asked.areAll() || !server.isLocal())
            ? List.of("--confine-server is ignored: this run confines no server of this machine.")
            : List.of();
    if (isFree || asked.areAll()) {
      return unconfined(server, ignored);
    }
    try {
      return place(asked, server, ignored, messages);
    } catch (IOException e) {
      boolean needsServer = confinesServer && server.isLocal();
      if (asked.isAsked() || needsServer) {
        throw new InvalidSettingException(
            (needsServer ? "--confine-server: " : "--cores: ")
                + e.getMessage()
                + (needsServer ? "; or omit the option" : "; use --cores all to confine nothing"),
            e);
      }
      return unconfined(
          server,
          List.of(
              "Client and server were not confined to a core, so the intervals are wider: "
                  + e.getMessage()
                  + "."));
    }
  }

  /**
   * Returns true if the server stays where it is. Needs no connection, unlike {@link #open}.
   *
   * @throws InvalidSettingException if the user asked for cores nevertheless
   */
  public static boolean isFree(
      Cores asked, boolean confinesServer, boolean isLocal, boolean isOwn) {
    boolean isFree = isLocal && !isOwn && !confinesServer;
    if (isFree && asked.isAsked() && !asked.areAll()) {
      throw new InvalidSettingException(
          "--cores: the server on this machine is not confined without --confine-server; add it,"
              + " or omit --cores");
    }
    return isFree;
  }

  private static Placement unconfined(ServerProcesses server, List<String> notes) {
    return new Placement(Set.of(), server.known(), notes, null);
  }

  private static Placement place(
      Cores asked, ServerProcesses server, List<String> notes, Consumer<String> messages)
      throws IOException {
    if (!Tasks.areListed()) {
      throw new IOException("this needs Linux, with /proc");
    }
    NavigableSet<Integer> allowed = Scheduling.cores(ProcessHandle.current().pid());
    if (allowed.size() == 1) {
      throw new IOException("this process may use one core only");
    }
    Set<Long> pids = server.isLocal() ? server.require() : Set.of();
    Map<ProcessHandle, Scheduling> original = new LinkedHashMap<>();
    for (long pid : pids) {
      ProcessHandle process =
          ProcessHandle.of(pid).orElseThrow(() -> new IOException("process " + pid + " has ended"));
      original.put(process, server.isOwn() ? Scheduling.of(pid) : UndoLine.shared(process));
      allowed.retainAll(Scheduling.cores(pid));
    }
    if (asked.count() > allowed.size()) {
      throw new IOException(
          "client and server may both use only " + allowed.size() + " of the cores");
    }
    // High ones, since the first serves most interrupts.
    Set<Integer> cores =
        allowed.descendingSet().stream()
            .limit(asked.count())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<Integer> others = others(cores);
    moveRelays(others);
    List<String> all = new ArrayList<>(notes);
    if (original.values().removeIf(before -> before.confinedTo(cores).equals(before))) {
      all.add(
          "The server was confined before this run, which left it so: by another run, which disturbs"
              + " this one, or by one that was killed.");
    }
    if (!server.isOwn() && !original.isEmpty()) {
      messages.accept(
          "the server is moved to "
              + (cores.size() == 1 ? "core " : "cores ")
              + UndoLine.ranges(new TreeSet<>(cores))
              + " until this command ends; if it is killed with -9, move it back by hand:");
      messages.accept(UndoLine.of(original));
    }
    return new Placement(cores, pids, all, Confinement.of(original, cores, others));
  }

  /** Moves the threads of relays in this process to other cores, where they stay. */
  private static void moveRelays(Set<Integer> others) throws IOException {
    long self = ProcessHandle.current().pid();
    for (long thread : others.isEmpty() ? List.<Long>of() : Tasks.threads(self)) {
      try {
        if (Tasks.name(self, thread).startsWith(RELAY)) {
          Scheduling.of(thread).on(others).apply(thread);
        }
      } catch (Scheduling.NoThreadException e) {
        // The thread has ended.
      }
    }
  }

  private static Set<Integer> others(Collection<Integer> cores) throws IOException {
    Set<Integer> others = new TreeSet<>(Scheduling.cores(ProcessHandle.current().pid()));
    others.removeAll(cores);
    return others;
  }

  /**
   * Checks the user's request before a server exists.
   *
   * @throws InvalidSettingException if there are fewer cores, or a process of {@code --server-pid}
   *     does not exist or belongs to another user
   */
  public static void check(Cores asked, List<Long> pids) {
    if (!Tasks.areListed()) {
      if (!pids.isEmpty() || (asked.isAsked() && !asked.areAll())) {
        throw new InvalidSettingException(
            (pids.isEmpty() ? "--cores" : "--server-pid")
                + ": this needs Linux, with /proc; omit it");
      }
      return;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    if (asked.count() > cores) {
      throw new InvalidSettingException(
          ("--cores: %s is more than the cores that this process may use; give at "
                  + "most %s, or all")
              .formatted(asked.count(), cores));
    }
    for (long pid : pids) {
      String problem = problem(pid, user());
      if (!problem.isEmpty()) {
        throw new InvalidSettingException(
            "--server-pid: process " + pid + " " + problem + "; name a process of the server");
      }
    }
  }

  static boolean isRoot() {
    return Tasks.areListed() && user() == ROOT;
  }

  private static int user() {
    try {
      return Tasks.user(ProcessHandle.current().pid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns why a process cannot be confined; empty if it can. */
  static String problem(long pid, int user) {
    if (Tasks.ancestry().contains(pid)) {
      return "is tlsbench itself or has started it";
    }
    try {
      return user == Tasks.user(pid) || user == ROOT ? "" : "belongs to another user";
    } catch (IOException e) {
      return "is not running";
    }
  }

  /**
   * Places the threads of this JVM: threads that the calling thread starts in {@code work} run on
   * the cores of a run, all others elsewhere. Compilers may use all cores until {@link
   * #moveCompilers}.
   *
   * @param cores empty to change nothing
   */
  public static <T> T onCores(Collection<Integer> cores, Supplier<T> work) throws IOException {
    if (cores.isEmpty()) {
      return work.get();
    }
    Set<Integer> others = others(cores);
    Confinement.leave(others.isEmpty() ? new TreeSet<>(cores) : others);
    return joining(cores, work::get);
  }

  /**
   * Runs work of the calling thread on the cores of a run, with the threads that it starts, such as
   * a driver's event loops. Other threads stay where they are.
   *
   * @param cores empty to change nothing
   */
  public static <T, E extends Exception> T joining(Collection<Integer> cores, Work<T, E> work)
      throws E, IOException {
    if (cores.isEmpty()) {
      return work.run();
    }
    Scheduling before = Scheduling.of(Scheduling.CALLER);
    before.confinedTo(cores).apply(Scheduling.CALLER);
    try {
      return work.run();
    } finally {
      before.apply(Scheduling.CALLER);
    }
  }

  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Moves the compilers of this JVM and of a server in Java off the cores of a run. During the
   * warm-up they may use all cores, since it takes as long as they work.
   *
   * @param cores empty to change nothing
   */
  public static void moveCompilers(Collection<Integer> cores, Collection<Long> server)
      throws IOException {
    Set<Integer> others = cores.isEmpty() ? Set.of() : others(cores);
    if (!others.isEmpty()) {
      Confinement.moveCompilers(ProcessHandle.current(), others);
      for (long pid : server) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
          Confinement.moveCompilers(process.get(), others);
        }
      }
    }
  }

  /** Returns false if the server has left the cores, so that figures are not comparable. */
  public boolean holds() {
    return cores.isEmpty() || server.stream().allMatch(this::isInPlace);
  }

  private boolean isInPlace(long pid) {
    try {
      return Scheduling.cores(pid).equals(cores);
    } catch (IOException e) {
      return false;
    }
  }

  /** Restores the server's cores, and reports what went wrong. */
  public void close(Consumer<String> problems, Consumer<String> notes) {
    if (!holds()) {
      problems.accept(
          "The server did not stay on the cores of this run, so its figures are not comparable: the"
              + " server was started again, or another run or user changed its cores.");
    }
    try {
      close();
    } catch (IOException e) {
      notes.accept(
          "Not all threads of the server were restored to their cores: " + e.getMessage() + ".");
    }
  }

  @Override
  public void close() throws IOException {
    if (confinement != null) {
      confinement.run();
    }
  }
}
