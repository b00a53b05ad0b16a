package dev.tlsbench.measure.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.session.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Confines real processes, kills the confining process, and inspects every thread. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfinementTest {
  /** Starts a child, and another one for each line of its input. */
  private static final String PARENT =
      "sleep 600 & echo up; while read l; do sleep 600 & echo up; done";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private final List<Process> started = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private Parent server;

  @SuppressWarnings("NullAway.Init")
  private NavigableSet<Integer> all;

  @BeforeEach
  void startServer() throws IOException {
    all = Scheduler.cores(ProcessHandle.current().pid());
    assumeThat(all).hasSizeGreaterThan(1);
    server = new Parent();
  }

  @AfterEach
  void stop() {
    started.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
    started.forEach(Process::destroyForcibly);
  }

  /** A shell with children. */
  private final class Parent {
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    Parent() throws IOException {
      process = new ProcessBuilder("/bin/sh", "-c", PARENT).start();
      started.add(process);
      orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
      answers.readLine();
    }

    long pid() {
      return process.pid();
    }

    void startChild() throws IOException {
      orders.println();
      answers.readLine();
    }
  }

  private SchedulingStore store() throws IOException {
    return SchedulingStore.in(directory.resolve("store"));
  }

  private Placement.Server local(long... more) {
    return new Placement.Server(
        "MySQL", Set.of("mysqld", "mariadbd"), true, 0, LongStream.of(more).boxed().toList());
  }

  private Placement open(long pid) {
    return Placement.open(Cores.USUAL, local(pid), this::store);
  }

  /** Returns the scheduling of each thread of a process and of its descendants. */
  private static Map<Long, Scheduling> schedulingOf(long pid) throws IOException {
    Map<Long, Scheduling> found = new TreeMap<>();
    for (long one : Tasks.family(pid)) {
      for (long thread : Tasks.threads(one)) {
        try {
          found.put(thread, Scheduling.of(thread));
        } catch (Scheduler.NoThreadException e) {
          // It has ended.
        }
      }
    }
    return found;
  }

  /**
   * Returns the scheduling of threads on all cores, which is the usual one, or on a run's cores.
   */
  private Scheduling scheduling(Set<Integer> cores) {
    return new Scheduling(
        new TreeSet<>(cores), cores.equals(all) ? Scheduler.NORMAL : Scheduler.BATCH);
  }

  private boolean areAll(long pid, Set<Integer> cores) {
    try {
      Map<Long, Scheduling> found = schedulingOf(pid);
      assertThat(found).isNotEmpty();
      return found.values().stream().allMatch(scheduling(cores)::equals);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(store().folder())) {
      return files.filter(file -> !file.endsWith("door")).toList();
    }
  }

  @Test
  void confinesAProcessAndAllItStartsAndRestoresThem() throws IOException {
    try (Placement placement = open(server.pid())) {
      server.startChild();

      assertThat(placement.isServerConfined()).isTrue();
      assertThat(placement.cores()).hasSize(1).isSubsetOf(all);
      assertThat(schedulingOf(server.pid())).hasSize(3);
      assertThat(areAll(server.pid(), placement.cores())).isTrue();
      assertThat(placement.notes()).isEmpty();
    }

    assertThat(schedulingOf(server.pid())).hasSize(3);
    assertThat(areAll(server.pid(), all)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void leavesAPolicyThatIsNotTheUsualOne() throws IOException {
    int idle = 5;
    Scheduler.setPolicy(server.pid(), idle);

    try (Placement placement = open(server.pid())) {
      assertThat(Scheduling.of(server.pid()))
          .isEqualTo(new Scheduling(new TreeSet<>(placement.cores()), idle));
    }

    assertThat(Scheduling.of(server.pid())).isEqualTo(new Scheduling(all, idle));
  }

  @Test
  void restoresEachThreadToItsOwnCoresAndLaterOnesToTheMainThreadsCores() throws Exception {
    Set<Integer> first = Set.of(all.first());
    try (EmbeddedMySql mariaDb = EmbeddedMySql.start()) {
      long pid = pid(mariaDb, Binding.of("mysql-tls"));
      List<Long> withoutConnection = Tasks.threads(pid);
      try (MySqlConnections connections = connections(mariaDb.url());
          Connection kept = connections.connect()) {
        List<Long> own = new ArrayList<>(Tasks.threads(pid));
        own.removeAll(withoutConnection);
        for (long thread : own) {
          Scheduler.setCores(thread, first);
        }
        Map<Long, Scheduling> before = schedulingOf(pid);

        Placement placement =
            Placement.open(
                Cores.USUAL,
                new Placement.Server("MariaDB", Set.of("mysqld", "mariadbd"), true, pid, List.of()),
                this::store);
        Map<Long, Scheduling> during;
        try (placement;
            Connection later = connections.connect()) {
          assertThat(later.isValid(1)).isTrue();
          during = schedulingOf(pid);
        }

        assertThat(during.values()).allMatch(scheduling(placement.cores())::equals);
        Map<Long, Scheduling> after = schedulingOf(pid);
        assertThat(kept.isValid(1)).isTrue();
        assertThat(after.keySet()).containsAnyElementsOf(own);
        assertThat(after)
            .allSatisfy(
                (thread, found) ->
                    assertThat(found).isEqualTo(before.getOrDefault(thread, before.get(pid))));
      }
    }
  }

  private static MySqlConnections connections(String text) {
    MySqlUrl url = MySqlUrl.parse(text);
    return url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }

  private static long pid(EmbeddedServer embedded, Binding binding) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(binding.urlProperty(), embedded.url());
    try (Target target = Target.open(binding, properties, line -> {})) {
      return target.pid().orElseThrow();
    }
  }

  @Test
  void keepsCollectorsOfAJavaServerOnTheOtherCoresAndCompilersOnceItIsWarm() throws Exception {
    try (EmbeddedMongo mongo = EmbeddedMongo.start()) {
      long pid = pid(mongo, Binding.of("mongodb-tls"));
      try (Placement placement =
          Placement.open(
              Cores.USUAL,
              new Placement.Server(
                  "MongoDB", Database.of("mongodb").programs(), true, pid, List.of()),
              this::store)) {
        Set<Integer> others = new TreeSet<>(all);
        others.removeAll(placement.cores());
        Scheduling anywhere = new Scheduling(new TreeSet<>(all), Scheduler.NORMAL);
        Scheduling elsewhere = new Scheduling(new TreeSet<>(others), Scheduler.NORMAL);
        Scheduling confined = scheduling(placement.cores());
        assertThreads(pid, "C[12] CompilerThre.*", anywhere);
        assertThreads(pid, "VM Thread|G1 .*|GC Thread.*", elsewhere);
        assertThreads(pid, "java|multiThread.*", confined);

        Placement.moveCompilers(placement.cores(), List.of(pid));
        assertThreads(pid, "C[12] CompilerThre.*|VM Thread|G1 .*|GC Thread.*", elsewhere);
        assertThreads(pid, "java|multiThread.*", confined);
        assertThat(Scheduler.cores(pid)).isEqualTo(placement.cores());
      }
      assertThat(areAll(pid, all)).isTrue();
    }
  }

  private static void assertThreads(long pid, String names, Scheduling expected)
      throws IOException {
    Map<String, Scheduling> found = new HashMap<>();
    for (Map.Entry<Long, Scheduling> thread : schedulingOf(pid).entrySet()) {
      found.put(Tasks.name(pid, thread.getKey()) + " " + thread.getKey(), thread.getValue());
    }
    found.keySet().removeIf(name -> !name.matches("(" + names + ") \\d+"));
    assertThat(found).isNotEmpty().allSatisfy((name, one) -> assertThat(one).isEqualTo(expected));
  }

  @Test
  void keepsRelaysOnTheOtherCores() throws IOException {
    long self = ProcessHandle.current().pid();
    List<Relay> relays = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      relays.add(Relay.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)).open());
    }
    try (Placement placement = open(server.pid())) {
      Set<Integer> others = new TreeSet<>(all);
      others.removeAll(placement.cores());
      Set<Set<Integer>> ofRelays = new HashSet<>();
      for (long thread : Tasks.threads(self)) {
        if (Tasks.name(self, thread).startsWith("tlsbench-relay")) {
          ofRelays.add(Scheduler.cores(thread));
        }
      }
      assertThat(ofRelays).containsExactly(others);
    } finally {
      relays.forEach(Relay::close);
    }
  }

  /** Confines in a JVM of its own, which can be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      Placement placement =
          Placement.open(
              Cores.USUAL,
              new Placement.Server(
                  "MySQL", Set.of("mysqld", "mariadbd"), true, 0, List.of(Long.valueOf(args[1]))),
              () -> SchedulingStore.in(Path.of(args[0])));
      System.out.println(placement.cores().iterator().next());
      System.in.read();
      placement.close();
    }
  }

  /** A run that holds the server. */
  private record Run(Process process, Set<Integer> cores) {
    ProcessHandle watchdog() {
      return process.children().findFirst().orElseThrow();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  private Run run() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                store().folder().toString(),
                Long.toString(server.pid()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    started.add(process);
    String core = process.inputReader(StandardCharsets.UTF_8).readLine();
    return new Run(process, Set.of(Integer.valueOf(core)));
  }

  @Test
  void restoresAfterAKill() throws Exception {
    Run run = run();
    server.startChild();
    assertThat(areAll(server.pid(), run.cores())).isTrue();

    run.kill();

    await(() -> areAll(server.pid(), all));
    await(
        () -> {
          try {
            return left().isEmpty();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void restoresIfTheWatchdogWasKilled() throws Exception {
    Run run = run();
    ProcessHandle watchdog = run.watchdog();
    watchdog.destroyForcibly();
    watchdog.onExit().join();
    assertThat(areAll(server.pid(), run.cores())).isTrue();

    run.process().getOutputStream().close();
    run.process().waitFor();

    assertThat(areAll(server.pid(), all)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void theNextRunRestoresIfRunAndWatchdogWereKilled() throws Exception {
    Run run = run();
    ProcessHandle watchdog = run.watchdog();
    watchdog.destroyForcibly();
    watchdog.onExit().join();
    run.kill();
    assertThat(areAll(server.pid(), run.cores())).isTrue();
    Files.writeString(store().folder().resolve("of-another-version.json"), "{\"boot\":");

    SchedulingStore.Repaired repaired = store().alone(store()::repair);

    assertThat(repaired.restored()).contains(server.pid());
    assertThat(repaired.failures()).singleElement().asString().endsWith("json cannot be read");
    assertThat(areAll(server.pid(), all)).isTrue();
    assertThat(store().alone(store()::ofRuns)).isEmpty();
  }

  @Test
  void leavesAServerAloneThatAnotherRunHasConfined() throws Exception {
    Run other = run();

    Placement placement = open(server.pid());

    assertThat(placement.cores()).isEqualTo(other.cores());
    assertThat(placement.notes()).singleElement().asString().contains("Another run");
    assertThat(placement.holds()).isTrue();
    placement.close();
    assertThat(areAll(server.pid(), other.cores())).isTrue();
    other.process().getOutputStream().close();
    other.process().waitFor();
    assertThat(areAll(server.pid(), all)).isTrue();
    assertThat(placement.holds()).isFalse();
  }

  @Test
  void twoRunsOfOneJvmKnowOfEachOther() throws Exception {
    try (Placement first = open(server.pid());
        Placement second = open(server.pid())) {
      assertThat(second.cores()).isEqualTo(first.cores());
      assertThat(second.notes()).singleElement().asString().contains("Another run");
    }
    assertThat(areAll(server.pid(), all)).isTrue();
    assertThat(left()).isEmpty();
  }

  @Test
  void choosesACoreThatNoOtherRunUses() throws IOException {
    Parent another = new Parent();
    try (Placement first = open(server.pid());
        Placement second = open(another.pid())) {
      assertThat(second.cores()).doesNotContainAnyElementsOf(first.cores());
    }
  }

  @Test
  void restoresThoughItsFolderIsGone() throws IOException {
    Placement placement = open(server.pid());
    try (Stream<Path> files = Files.list(store().folder())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory.resolve("store"));

    placement.close();

    assertThat(areAll(server.pid(), all)).isTrue();
  }

  @Test
  void leavesAServerAloneOfWhichAnotherRunHasConfinedAPart() throws IOException {
    Parent another = new Parent();
    try (Placement first = open(server.pid());
        Placement second =
            Placement.open(Cores.USUAL, local(server.pid(), another.pid()), this::store)) {
      assertThat(first.isServerConfined()).isTrue();
      assertThat(second.isServerConfined()).isFalse();
      assertThat(second.notes()).singleElement().asString().contains("some of the server's");
      assertThat(areAll(another.pid(), all)).isTrue();
    }
  }

  @Test
  void saysThatAnotherRunHasConfinedTheServerIfItConfinesNothing() throws Exception {
    Placement.Server listening =
        new Placement.Server("MySQL", Set.of("mysqld", "mariadbd"), true, server.pid(), List.of());
    try (Placement first = open(server.pid());
        Placement second = Placement.open(Cores.ALL, listening, this::store)) {
      assertThat(first.isServerConfined()).isTrue();
      assertThat(second.cores()).isEmpty();
      assertThat(second.notes()).singleElement().asString().contains("Another run");
    }
  }

  @Test
  void confinesNoProgramThatIsNotTheServers() throws IOException {
    Placement.Server proxied =
        new Placement.Server("MySQL", Set.of("mysqld", "mariadbd"), true, server.pid(), List.of());

    try (Placement placement = Placement.open(Cores.USUAL, proxied, this::store)) {
      assertThat(placement.cores()).isEmpty();
      assertThat(placement.server()).isEmpty();
      assertThat(placement.notes())
          .singleElement()
          .asString()
          .contains("which is not MySQL")
          .contains("--server-pid");
    }
    assertThat(ServerProcesses.isServer(server.pid(), Set.of("mysqld", "mariadbd"))).isFalse();
    assertThat(areAll(server.pid(), all)).isTrue();
    assertThatThrownBy(() -> Placement.open(new Cores(1, true), proxied, this::store))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("which is not MySQL");
  }

  @Test
  void confinesOnlyTheThreadsOfARemoteServersClient() throws IOException {
    Placement.Server remote =
        new Placement.Server("MySQL", Set.of("mysqld", "mariadbd"), false, 0, List.of());

    try (Placement placement = Placement.open(Cores.USUAL, remote, this::store)) {
      assertThat(placement.cores()).hasSize(1);
      assertThat(placement.isServerConfined()).isFalse();
      assertThat(placement.notes()).isEmpty();
      try (Placement second = Placement.open(Cores.USUAL, remote, this::store)) {
        assertThat(second.cores()).doesNotContainAnyElementsOf(placement.cores());
      }
    }
  }

  @Test
  void refusesMoreCoresThanThereAre() {
    assertThatThrownBy(() -> Placement.check(new Cores(9999, true), List.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("--cores: 9999 is more than");
  }

  @Test
  void refusesAProcessThatIsNotThereOrIsItsOwn() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();

    assertThatThrownBy(() -> Placement.check(Cores.USUAL, List.of(ended.pid())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "--server-pid: process %d is not running; name a process of the server", ended.pid());
    assertThatThrownBy(() -> Placement.check(Cores.USUAL, List.of(ProcessHandle.current().pid())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("is tlsbench itself");
  }

  @Test
  void refusesAProcessOfAnotherUserUnlessItMay() throws IOException {
    int owner = Tasks.user(server.pid());

    assertThat(Placement.problem(server.pid(), owner + 1)).isEqualTo("belongs to another user");
    assertThat(Placement.problem(server.pid(), owner)).isEmpty();
    assertThat(Placement.problem(server.pid(), 0)).isEmpty();
  }

  @Test
  void knowsTheServersProcessesOnAnyCores() throws IOException {
    try (Placement placement = Placement.open(Cores.ALL, local(server.pid()), this::store)) {
      assertThat(placement.server()).containsExactly(server.pid());
      assertThat(placement.isServerConfined()).isFalse();
      assertThat(placement.holds()).isTrue();
    }
  }

  @Test
  void goesOnUnconfinedIfNothingCouldRestore() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Placement placement =
        Placement.open(
            Cores.USUAL, local(server.pid()), () -> SchedulingStore.in(file.resolve("folder")));

    assertThat(placement.cores()).isEmpty();
    assertThat(placement.notes()).singleElement().asString().contains("were not confined");
    assertThat(areAll(server.pid(), all)).isTrue();
    Placement.Server listening =
        new Placement.Server("MySQL", Set.of("mysqld", "mariadbd"), true, server.pid(), List.of());
    assertThat(
            Placement.open(Cores.ALL, listening, () -> SchedulingStore.in(file.resolve("folder")))
                .notes())
        .isEmpty();
  }

  @Test
  void threadsStartOnTheCoresAndTheRestOfTheJvmLeavesThem() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                all.last().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    started.add(process);

    assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
        .as("in place; the rest away, but for compilers; these too")
        .isEqualTo("true true true");
  }

  /** Starts a thread on a core, and prints the cores of all threads of the JVM. */
  static final class Worker {
    private Worker() {}

    public static void main(String[] args) throws Exception {
      Set<Integer> cores = Set.of(Integer.valueOf(args[0]));
      Scheduling expected = new Scheduling(new TreeSet<>(cores), Scheduler.BATCH);
      List<Boolean> placed = new ArrayList<>();
      List<Long> workers = new ArrayList<>();
      Thread thread =
          Placement.onCores(
              cores,
              () -> {
                Thread worker =
                    new Thread(
                        () -> {
                          try {
                            workers.add(Tasks.caller().orElseThrow());
                            placed.add(Scheduling.of(Scheduler.CALLER).equals(expected));
                          } catch (IOException e) {
                            placed.add(false);
                          }
                        });
                worker.start();
                return worker;
              });
      thread.join();
      long self = ProcessHandle.current().pid();
      List<Long> others = new ArrayList<>(Tasks.threads(self));
      // Java's thread has ended, Linux may still list it.
      others.removeAll(workers);
      boolean away = true;
      for (long one : others) {
        away &=
            Confinement.isCompiler(Tasks.name(self, one)) == Scheduler.cores(one).containsAll(cores)
                && Scheduler.policy(one) == Scheduler.NORMAL;
      }
      Placement.moveCompilers(cores, List.of());
      boolean moved = true;
      for (long one : others) {
        moved &= !Scheduler.cores(one).containsAll(cores);
      }
      System.out.println(placed.get(0) + " " + away + " " + moved);
    }
  }
}
