package dev.tlsbench.experiment.placement;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cores of a run: a few for the client's worker threads and a local server, all others for what
 * would disturb them. Closing restores the server's.
 *
 * <p>For one thread.
 */
public final class Placement implements AutoCloseable {
  /** Programs by the product that a server says it is. */
  private static final Map<String, Set<String>> PROGRAMS =
      Map.of(
          "MySQL", Set.of("mysqld"),
          "MariaDB", Set.of("mariadbd", "mysqld"),
          "MongoDB", Set.of("mongod"),
          "FerretDB", Set.of("ferretdb"));

  private static final int ROOT = 0;

  /** The beginning of the names of a relay's threads, cut to 15 characters. */
  private static final String RELAY = "tlsbench-relay-";

  private static final String EMBEDDED_MONGO = "dev.tlsbench.embedded.MongoServerMain";

  private static final Placement NOWHERE = new Placement(Set.of(), Set.of(), List.of(), null);

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
   * @param isLocal true if it is on this machine
   * @param listener the process that has its port; 0 if not visible
   * @param more other processes that work for it
   */
  public record Server(String product, boolean isLocal, long listener, List<Long> more) {}

  /**
   * Confines a local server, and chooses the cores of the client's worker threads.
   *
   * @return a placement with a note if the usual confinement is not possible here
   * @throws InvalidSettingException if the user asked for what is not possible
   */
  public static Placement open(Cores asked, Server server) {
    return open(asked, server, AffinityStore::ofUser);
  }

  /** Opens the folder with what was before. */
  interface Folder {
    AffinityStore open() throws IOException;
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
          Set.of(),
          List.of(
              "Client and server were not confined to a core, so the intervals are wider: "
                  + e.getMessage()
                  + "."),
          null);
    }
  }

  /** Confines nothing, and looks if another run does. */
  private static Placement unconfined(Server server, Folder folder) {
    if (server.listener() == 0 || !Tasks.areListed()) {
      return NOWHERE;
    }
    try {
      AffinityStore store = folder.open();
      boolean taken =
          store.alone(store::ofRuns).stream()
              .anyMatch(run -> run.living().contains(server.listener()));
      return taken
          ? new Placement(
              Set.of(),
              Set.of(),
              List.of("Another run has confined the server, so that it did not have all cores."),
              null)
          : NOWHERE;
    } catch (IOException e) {
      // Then no run of this user can have confined anything either.
      return NOWHERE;
    }
  }

  private static Placement place(Cores asked, Server server, Folder folder) throws IOException {
    if (!Tasks.areListed()) {
      throw new IOException("this needs Linux, with /proc");
    }
    NavigableSet<Integer> allowed = Affinity.of(ProcessHandle.current().pid());
    if (allowed.size() == 1) {
      throw new IOException("this process may use one core only");
    }
    Set<Long> pids = server.isLocal() ? processes(server) : Set.of();
    AffinityStore store = folder.open();
    return store.alone(
        () -> {
          store.repair();
          List<SavedAffinity> runs = store.ofRuns();
          Optional<Placement> shared = ofAnother(runs, pids);
          return shared.isPresent() ? shared.get() : confine(asked, allowed, pids, runs, store);
        });
  }

  /** Returns the placement of another run that has confined these processes already. */
  private static Optional<Placement> ofAnother(List<SavedAffinity> runs, Set<Long> pids)
      throws IOException {
    List<Long> family = Clocks.families(pids);
    for (SavedAffinity run : runs) {
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
      List<SavedAffinity> runs,
      AffinityStore store)
      throws IOException {
    for (long pid : pids) {
      allowed.retainAll(Affinity.of(pid));
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

  /** Moves the threads of relays in this process out of the way; they come back with no run. */
  private static void moveRelays(Set<Integer> others) throws IOException {
    long self = ProcessHandle.current().pid();
    for (long thread : others.isEmpty() ? List.<Long>of() : Tasks.threads(self)) {
      if (Tasks.name(self, thread).startsWith(RELAY)) {
        Affinity.set(thread, others);
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
    Set<Integer> others = new TreeSet<>(Affinity.of(ProcessHandle.current().pid()));
    others.removeAll(cores);
    return others;
  }

  /** Returns the processes of a local server, never a proxy before it nor one of our own. */
  private static Set<Long> processes(Server server) throws IOException {
    Set<Long> pids = new LinkedHashSet<>();
    if (server.listener() != 0 && fits(server)) {
      pids.add(server.listener());
    }
    pids.addAll(server.more());
    if (pids.isEmpty()) {
      throw new IOException(
          server.listener() == 0
              ? "the server's process is not visible to this user; measure as its user or as root"
              : "the server's port belongs to '"
                  + Tasks.program(server.listener())
                  + "', which is not "
                  + server.product()
                  + "; name the server's process with --server-pid");
    }
    return pids;
  }

  private static boolean fits(Server server) {
    return !Tasks.ancestry().contains(server.listener())
        && (isEmbeddedMongo(server.listener())
            || PROGRAMS
                .getOrDefault(server.product(), Set.of())
                .contains(Tasks.program(server.listener())));
  }

  private static boolean isEmbeddedMongo(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().arguments())
        .map(arguments -> List.of(arguments).contains(EMBEDDED_MONGO))
        .orElse(false);
  }

  /**
   * Checks what the user asked for, before there is a server.
   *
   * @throws InvalidSettingException if there are fewer cores, or a process of {@code --server-pid}
   *     is not there or another user's
   */
  public static void check(Cores asked, List<Long> pids) {
    if (!Tasks.areListed()) {
      if (!pids.isEmpty()) {
        throw new InvalidSettingException("--server-pid: this needs Linux, with /proc; omit it");
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
    for (long pid : pids) {
      String problem = problem(pid);
      if (!problem.isEmpty()) {
        throw new InvalidSettingException(
            "--server-pid: process " + pid + " " + problem + "; name a process of the server");
      }
    }
  }

  private static String problem(long pid) {
    if (Tasks.ancestry().contains(pid)) {
      return "is tlsbench itself or has started it";
    }
    try {
      int owner = Tasks.user(pid);
      int self = Tasks.user(ProcessHandle.current().pid());
      return self == owner || self == ROOT ? "" : "belongs to another user";
    } catch (IOException e) {
      return "is not running";
    }
  }

  /**
   * Places the threads of this JVM: those that the calling thread starts in {@code work} on the
   * cores of a run, all others elsewhere.
   *
   * @param cores empty to leave everything as it is
   * @throws IOException if this user may not do that
   */
  public static <T> T onCores(Collection<Integer> cores, Supplier<T> work) throws IOException {
    if (cores.isEmpty()) {
      return work.get();
    }
    Set<Integer> others = others(cores);
    Set<Integer> rest = others.isEmpty() ? new TreeSet<>(cores) : others;
    Confinement.leave(rest);
    Affinity.set(Affinity.CALLER, cores);
    try {
      return work.get();
    } finally {
      Affinity.set(Affinity.CALLER, rest);
    }
  }

  /** Returns the cores of the worker threads; empty if they are not confined. */
  public Set<Integer> cores() {
    return cores;
  }

  /** Returns the confined processes of the server. */
  public Set<Long> server() {
    return server;
  }

  /** Returns true if the server runs on the same cores. */
  public boolean isServerConfined() {
    return !server.isEmpty();
  }

  /** Returns what readers of the result must know. */
  public List<String> notes() {
    return notes;
  }

  /** Returns false if the server has left the cores, so that the figures are of two kinds. */
  public boolean holds() {
    return server.stream().allMatch(this::isInPlace);
  }

  private boolean isInPlace(long pid) {
    try {
      return Affinity.of(pid).equals(cores);
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
