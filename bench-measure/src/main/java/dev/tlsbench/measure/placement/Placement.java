package dev.tlsbench.measure.placement;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cores of a run: a few for the client's worker threads and a local server, all others for
 * threads that would disturb them. Closing restores the server's cores.
 *
 * <p>For one thread.
 */
public final class Placement implements AutoCloseable {
  private static final String ONE_CORE = "this process may use one core only";

  private static final int ROOT = 0;

  /** The beginning of the names of a relay's threads, cut to 15 characters. */
  private static final String RELAY = "tlsbench-relay-";

  private final Set<Integer> cores;
  private final Set<Long> server;
  private final List<String> notes;
  private final @Nullable Confinement confinement;

  private Placement(
      Set<Integer> cores, Set<Long> server, List<String> notes, @Nullable Confinement confinement) {
    this.cores = cores;
    this.server = server;
    this.notes = notes;
    this.confinement = confinement;
  }

  /**
   * The server of a run.
   *
   * @param product its name of itself, such as {@code MySQL}
   * @param programs the names of its executables, or main classes of the JVM
   * @param isLocal true if it is on this machine
   * @param listener the process that listens on its port; 0 if not visible
   * @param more other processes that work for it
   */
  public record Server(
      String product, Set<String> programs, boolean isLocal, long listener, List<Long> more) {}

  /**
   * Confines a local server, and chooses the cores of the client's worker threads.
   *
   * @return a placement with a note if the usual confinement is not possible here
   * @throws InvalidSettingException if the user's request is not possible
   */
  public static Placement open(Cores asked, Server server) {
    return open(asked, server, SchedulingStore::ofUser);
  }

  /** Opens the folder of saved affinities. */
  interface Folder {
    SchedulingStore open() throws IOException;
  }

  static Placement open(Cores asked, Server server, Folder folder) {
    try {
      return asked.areAll() ? unconfined(server, folder) : place(asked, server, folder);
    } catch (IOException e) {
      if (asked.isAsked()) {
        throw new InvalidSettingException(
            "--cores: " + e.getMessage() + "; use --cores all to confine nothing", e);
      }
      return new Placement(
          Set.of(),
          ServerProcesses.known(server),
          List.of(
              "Client and server were not confined to a core, so the intervals are wider: "
                  + e.getMessage()
                  + "."),
          null);
    }
  }

  /** Confines nothing, and reports whether another run does. */
  private static Placement unconfined(Server server, Folder folder) {
    Placement free = new Placement(Set.of(), ServerProcesses.known(server), List.of(), null);
    if (server.listener() == 0 || !Tasks.areListed()) {
      return free;
    }
    try {
      SchedulingStore store = folder.open();
      boolean taken =
          store.alone(store::ofRuns).stream()
              .anyMatch(run -> run.living().contains(server.listener()));
      return taken
          ? new Placement(
              Set.of(),
              ServerProcesses.known(server),
              List.of("Another run has confined the server, so that it did not have all cores."),
              null)
          : free;
    } catch (IOException e) {
      // Without the folder no run of this user has confined anything.
      return free;
    }
  }

  private static Placement place(Cores asked, Server server, Folder folder) throws IOException {
    if (!Tasks.areListed()) {
      throw new IOException("this needs Linux, with /proc");
    }
    NavigableSet<Integer> allowed = Scheduler.cores(ProcessHandle.current().pid());
    if (allowed.size() == 1) {
      throw new IOException(ONE_CORE);
    }
    Set<Long> pids = server.isLocal() ? ServerProcesses.require(server) : Set.of();
    SchedulingStore store = folder.open();
    return store.alone(
        () -> {
          store.repair();
          List<SavedScheduling> runs = store.ofRuns();
          Optional<Placement> shared = ofAnother(runs, pids);
          return shared.isPresent() ? shared.get() : confine(asked, allowed, pids, runs, store);
        });
  }

  /** Returns the placement of another run that has already confined these processes. */
  private static Optional<Placement> ofAnother(List<SavedScheduling> runs, Set<Long> pids)
      throws IOException {
    List<Long> family = Clocks.families(pids);
    for (SavedScheduling run : runs) {
      List<Long> confined = run.living();
      if (confined.containsAll(pids) && !pids.isEmpty()) {
        return Optional.of(
            new Placement(
                run.cores(),
                pids,
                List.of(
                    "Another run had confined the server already. This one shared its cores, so"
                        + " each disturbed the other."),
                null));
      }
      if (confined.stream().anyMatch(family::contains)) {
        throw new IOException("another run has confined some of the server's processes");
      }
    }
    return Optional.empty();
  }

  private static Placement confine(
      Cores asked,
      NavigableSet<Integer> allowed,
      Set<Long> pids,
      List<SavedScheduling> runs,
      SchedulingStore store)
      throws IOException {
    for (long pid : pids) {
      allowed.retainAll(Scheduler.cores(pid));
    }
    if (asked.count() > allowed.size()) {
      throw new IOException(
          "client and server may both use only " + allowed.size() + " of the cores");
    }
    Set<Integer> used = new TreeSet<>();
    runs.forEach(run -> used.addAll(run.cores()));
    Set<Integer> cores = choose(asked.count(), allowed, used);
    Set<Integer> others = others(cores);
    moveRelays(others);
    return new Placement(cores, pids, List.of(), Confinement.of(store, pids, cores, others));
  }

  /** Moves the threads of relays in this process to other cores, where they stay. */
  private static void moveRelays(Set<Integer> others) throws IOException {
    long self = ProcessHandle.current().pid();
    for (long thread : others.isEmpty() ? List.<Long>of() : Tasks.threads(self)) {
      try {
        if (Tasks.name(self, thread).startsWith(RELAY)) {
          Scheduler.setCores(thread, others);
        }
      } catch (Scheduler.NoThreadException e) {
        // The thread has ended.
      }
    }
  }

  /** Chooses cores that no other run uses, and high ones: the first serves most interrupts. */
  private static Set<Integer> choose(
      int count, NavigableSet<Integer> allowed, Collection<Integer> used) {
    return allowed.stream()
        .sorted(
            Comparator.comparing((Integer core) -> used.contains(core))
                .thenComparing(Comparator.reverseOrder()))
        .limit(count)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the cores of this process without these. */
  private static Set<Integer> others(Collection<Integer> cores) throws IOException {
    Set<Integer> others = new TreeSet<>(Scheduler.cores(ProcessHandle.current().pid()));
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
          "--cores: "
              + asked.count()
              + " is more than the cores that this process may use; give at most "
              + cores
              + ", or all");
    }
    if (asked.isAsked() && !asked.areAll() && cores == 1) {
      throw new InvalidSettingException("--cores: " + ONE_CORE + "; use --cores all");
    }
    for (long pid : pids) {
      String problem = problem(pid, user());
      if (!problem.isEmpty()) {
        throw new InvalidSettingException(
            "--server-pid: process " + pid + " " + problem + "; name a process of the server");
      }
    }
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
   * @throws IOException if this user may not do that
   */
  public static <T> T onCores(Collection<Integer> cores, Supplier<T> work) throws IOException {
    if (cores.isEmpty()) {
      return work.get();
    }
    Set<Integer> others = others(cores);
    Set<Integer> rest = others.isEmpty() ? new TreeSet<>(cores) : others;
    Confinement.leave(rest);
    return joining(cores, work::get);
  }

  /**
   * Runs work of the calling thread on the cores of a run, with the threads that it starts, such as
   * a driver's event loops. Other threads stay where they are.
   *
   * @param cores empty to change nothing
   * @throws IOException if this user may not do that
   */
  public static <T, E extends Exception> T joining(Collection<Integer> cores, Work<T, E> work)
      throws E, IOException {
    if (cores.isEmpty()) {
      return work.run();
    }
    Scheduling before = Scheduling.of(Scheduler.CALLER);
    before.confinedTo(cores).apply(Scheduler.CALLER);
    try {
      return work.run();
    } finally {
      before.apply(Scheduler.CALLER);
    }
  }

  /** Work that may fail. */
  public interface Work<T, E extends Exception> {
    /** Returns the result. */
    T run() throws E;
  }

  /**
   * Moves the compilers of this JVM and of a server in Java off the cores of a run. During the
   * warm-up they may use all cores, since it takes as long as they work.
   *
   * @param cores empty to change nothing
   * @param server processes of the server
   * @throws IOException if this user may not do that
   */
  public static void moveCompilers(Collection<Integer> cores, Collection<Long> server)
      throws IOException {
    Set<Integer> others = cores.isEmpty() ? Set.of() : others(cores);
    if (!others.isEmpty()) {
      List<Long> pids = new ArrayList<>(server);
      pids.add(ProcessHandle.current().pid());
      Confinement.moveCompilers(pids, others);
    }
  }

  /** Returns the cores of the worker threads; empty if they are not confined. */
  public Set<Integer> cores() {
    return cores;
  }

  /** Returns the known processes of a local server, confined or not. */
  public Set<Long> server() {
    return server;
  }

  /** Returns true if the server runs on the same cores. */
  public boolean isServerConfined() {
    return !server.isEmpty() && !cores.isEmpty();
  }

  /** Returns notes for readers of the result. */
  public List<String> notes() {
    return notes;
  }

  /** Returns false if the server has left the cores, so that figures are not comparable. */
  public boolean holds() {
    return cores.isEmpty() || server.stream().allMatch(this::isInPlace);
  }

  private boolean isInPlace(long pid) {
    try {
      return Scheduler.cores(pid).equals(cores);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Restores the server's cores.
   *
   * @throws IOException if some could not be restored; the next run tries again
   */
  @Override
  public void close() throws IOException {
    if (confinement != null) {
      confinement.close();
    }
  }
}
