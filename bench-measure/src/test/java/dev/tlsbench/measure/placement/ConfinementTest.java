package dev.tlsbench.measure.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.JavaProcess;
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
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Confines real processes, ends and kills the confining process, and inspects every thread. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfinementTest {
  /** Starts a child, and another one for each line of its input. */
  private static final String PARENT =
      "sleep 600 & echo up; while read l; do sleep 600 & echo up; done";

  private static final String IGNORED =
      "--confine-server is ignored: this run confines no server of this machine.";
  private static final Set<String> PROGRAMS = Set.of("mysqld", "mariadbd");

  private final List<String> messages = new ArrayList<>();
  private final List<Process> started = new ArrayList<>();

  private Parent server;

  private NavigableSet<Integer> all;

  @BeforeEach
  void startServer() throws IOException {
    all = Scheduling.cores(ProcessHandle.current().pid());
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
      process = start(new ProcessBuilder("/bin/sh", "-c", PARENT));
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

  /** Returns a server of the user's. */
  private static ServerProcesses local(long... more) {
    return new ServerProcesses(
        "MySQL", PROGRAMS, true, false, 0, LongStream.of(more).boxed().toList());
  }

  private static ServerProcesses listening(long pid) {
    return new ServerProcesses("MySQL", PROGRAMS, true, false, pid, List.of());
  }

  /** Returns a server that this run has started. */
  private static ServerProcesses own(long pid) {
    return new ServerProcesses("MySQL", PROGRAMS, true, true, pid, List.of());
  }

  private Placement open(long pid) {
    return open(true, local(pid));
  }

  private Placement open(boolean confine, ServerProcesses of) {
    return Placement.open(Cores.USUAL, confine, of, messages::add);
  }

  /** Returns the scheduling of each thread of a process and of its descendants. */
  private static Map<Long, Scheduling> schedulingOf(long pid) throws IOException {
    Map<Long, Scheduling> found = new TreeMap<>();
    for (long one : Tasks.family(ProcessHandle.of(pid).orElseThrow())) {
      for (long thread : Tasks.threads(one)) {
        try {
          found.put(thread, Scheduling.of(thread));
        } catch (Scheduling.NoThreadException e) {
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
        new TreeSet<>(cores), cores.equals(all) ? Scheduling.NORMAL : Scheduling.BATCH);
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

  @Test
  void confinesAProcessAndAllItStartsAndRestoresThem() throws IOException {
    try (Placement placement = open(server.pid())) {
      server.startChild();

      assertThat(placement.server()).isNotEmpty();
      assertThat(placement.cores()).hasSize(1).isSubsetOf(all);
      assertThat(schedulingOf(server.pid())).hasSize(3);
      assertThat(areAll(server.pid(), placement.cores())).isTrue();
      assertThat(placement.notes()).isEmpty();
    }

    assertThat(schedulingOf(server.pid())).hasSize(3);
    assertThat(areAll(server.pid(), all)).isTrue();
  }

  @Test
  void printsTheCommandBeforeAnythingMoves() throws IOException {
    List<Boolean> atTheirPlaces = new ArrayList<>();
    Placement placement =
        Placement.open(
            Cores.USUAL,
            true,
            local(server.pid()),
            line -> atTheirPlaces.add(areAll(server.pid(), all)));
    placement.close();

    assertThat(atTheirPlaces).containsExactly(true, true);
  }

  @Test
  void refusesAServerWhoseThreadsOneCommandCouldNotRestore() throws IOException {
    long child = server.process.children().findFirst().orElseThrow().pid();
    Scheduling.of(child).on(Set.of(all.first())).apply(child);
    Map<Long, Scheduling> before = schedulingOf(server.pid());

    assertThatThrownBy(() -> open(server.pid()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "--confine-server: threads of process %d have different cores or policies, which one"
                + " command could not restore; or omit the option",
            server.pid());
    assertThat(schedulingOf(server.pid())).isEqualTo(before);
    assertThat(messages).isEmpty();
  }

  @Test
  void movesNoServerOfTheUsersUnlessAsked() throws IOException {
    try (Placement placement = open(false, local(server.pid()))) {
      assertThat(placement.cores()).isEmpty();
      assertThat(placement.server()).containsExactly(server.pid());
      assertThat(areAll(server.pid(), all)).isTrue();
      assertThat(placement.notes()).isEmpty();
    }
    assertThat(messages).isEmpty();
    assertThatThrownBy(
            () -> Placement.open(new Cores(1, true), false, local(server.pid()), messages::add))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("--cores: ")
        .hasMessageContaining("--confine-server");
  }

  @Test
  void saysThatNothingIsConfinedThoughAsked() throws IOException {
    try (Placement placement =
        Placement.open(Cores.ALL, true, local(server.pid()), messages::add)) {
      assertThat(placement.cores()).isEmpty();
      assertThat(placement.notes()).containsExactly(IGNORED);
    }
  }

  /** Connections of MariaDB have a thread each. */
  @Test
  void restoresThreadsThatStartedLater() throws Exception {
    try (EmbeddedMySql mariaDb = EmbeddedMySql.start()) {
      long pid = pid(mariaDb, Binding.of("mysql-tls"));
      try (MySqlConnections connections = connections(mariaDb.url());
          Connection kept = connections.connect()) {
        Placement placement = open(false, own(pid));
        try (Connection later = connections.connect()) {
          assertThat(later.isValid(1)).isTrue();
          assertThat(areAll(pid, placement.cores())).isTrue();

          placement.close();

          assertThat(later.isValid(1)).isTrue();
          assertThat(kept.isValid(1)).isTrue();
          assertThat(areAll(pid, all)).isTrue();
        }
      }
    }
    assertThat(messages).as("its own server").isEmpty();
  }

  private static MySqlConnections connections(String text) {
    MySqlUrl url = MySqlUrl.parse(text);
    return url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
  }

  private static long pid(EmbeddedServer embedded, Binding binding) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(binding.urlProperty(), embedded.url());
    try (Target target = Target.open(binding, properties, line -> {})) {
      return target.place(Cores.ALL, false, List.of(), line -> {}).server().iterator().next();
    }
  }

  @Test
  void keepsCollectorsOfAJavaServerOnTheOtherCoresAndCompilersOnceItIsWarm() throws Exception {
    try (EmbeddedMongo mongo = EmbeddedMongo.start()) {
      long pid = pid(mongo, Binding.of("mongodb-tls"));
      try (Placement placement =
          open(
              false,
              new ServerProcesses(
                  "MongoDB", Database.of("mongodb").programs(), true, true, pid, List.of()))) {
        Set<Integer> others = others(placement);
        Scheduling anywhere = new Scheduling(new TreeSet<>(all), Scheduling.NORMAL);
        Scheduling elsewhere = new Scheduling(new TreeSet<>(others), Scheduling.NORMAL);
        Scheduling confined = scheduling(placement.cores());
        assertThreads(pid, "C[12] CompilerThre.*", anywhere);
        assertThreads(pid, "VM Thread|G1 .*|GC Thread.*", elsewhere);
        assertThreads(pid, "java|multiThread.*", confined);

        Placement.moveCompilers(placement.cores(), List.of(pid));
        assertThreads(pid, "C[12] CompilerThre.*|VM Thread|G1 .*|GC Thread.*", elsewhere);
        assertThreads(pid, "java|multiThread.*", confined);
        assertThat(Scheduling.cores(pid)).isEqualTo(placement.cores());
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

  private Set<Integer> others(Placement placement) {
    Set<Integer> others = new TreeSet<>(all);
    others.removeAll(placement.cores());
    return others;
  }

  @Test
  void keepsRelaysOnTheOtherCores() throws IOException {
    long self = ProcessHandle.current().pid();
    List<Relay> relays = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      relays.add(Relay.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)).open());
    }
    try (Placement placement = open(server.pid())) {
      Set<Set<Integer>> ofRelays = new HashSet<>();
      for (long thread : Tasks.threads(self)) {
        if (Tasks.name(self, thread).startsWith("tlsbench-relay")) {
          ofRelays.add(Scheduling.cores(thread));
        }
      }
      assertThat(ofRelays).containsExactly(others(placement));
    } finally {
      relays.forEach(Relay::close);
    }
  }

  /** Confines in a JVM of its own, which can be killed; prints the command that undoes it. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      Placement placement =
          Placement.open(Cores.USUAL, true, local(Long.parseLong(args[0])), System.out::println);
      System.out.println(placement.cores().iterator().next());
      System.in.read();
    }
  }

  /** A run that holds the server, and the command that it printed. */
  private record Run(Process process, String undo, Set<Integer> cores) {
    void end(String signal) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      process.waitFor();
    }
  }

  private Run run() throws IOException {
    ProcessBuilder holder = JavaProcess.of(Holder.class, Long.toString(server.pid()));
    // A build under nohup ignores SIGHUP, and so would its children.
    holder.command().addAll(0, List.of("env", "--default-signal"));
    Process process = start(holder);
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).contains("if it is killed with -9, move it back by hand");
    return new Run(process, output.readLine(), Set.of(Integer.valueOf(output.readLine())));
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    started.add(process);
    return process;
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void restoresAtASignal(String signal) throws Exception {
    Run run = run();
    server.startChild();
    assertThat(areAll(server.pid(), run.cores())).isTrue();

    run.end(signal);

    assertThat(schedulingOf(server.pid())).hasSize(3);
    assertThat(areAll(server.pid(), all)).isTrue();
  }

  @Test
  void theCommandOnStandardErrorRestoresAfterAKill() throws Exception {
    Map<Long, Scheduling> before = schedulingOf(server.pid());
    Run run = run();
    server.startChild();

    run.end("KILL");

    assertThat(areAll(server.pid(), run.cores())).as("nothing else restores it").isTrue();
    assertThat(new ProcessBuilder("sh", "-c", run.undo()).inheritIO().start().waitFor()).isZero();
    assertThat(schedulingOf(server.pid())).hasSize(3).containsAllEntriesOf(before);
    assertThat(areAll(server.pid(), all)).isTrue();
  }

  /** A policy that was not the usual one has not changed, so the command must leave it. */
  @Test
  void theCommandRestoresAServerOfOneProcessWithItsCoresAndPolicy() throws Exception {
    Process alone = start(new ProcessBuilder("sleep", "600"));
    int idle = 5;
    new Scheduling(all, idle).apply(alone.pid());
    Map<Long, Scheduling> before = schedulingOf(alone.pid());
    Placement placement = open(alone.pid());
    assertThat(Scheduling.of(alone.pid()))
        .isEqualTo(new Scheduling(new TreeSet<>(placement.cores()), idle));

    String undo = messages.get(messages.size() - 1);
    assertThat(undo).isEqualTo("taskset -acp " + UndoLine.ranges(all) + " " + alone.pid());
    assertThat(new ProcessBuilder("sh", "-c", undo).inheritIO().start().waitFor()).isZero();

    assertThat(schedulingOf(alone.pid())).isEqualTo(before);
    placement.close();
    assertThat(schedulingOf(alone.pid())).isEqualTo(before);
  }

  @Test
  void writesCoresAsTasksetReadsThem() {
    assertThat(UndoLine.ranges(new TreeSet<>(Set.of(0, 1, 2, 5, 7, 8)))).isEqualTo("0-2,5,7-8");
    assertThat(UndoLine.ranges(new TreeSet<>(Set.of(3)))).isEqualTo("3");
  }

  /** Otherwise the first one to end would leave the other's figures without a core. */
  @Test
  void movesNothingThatAnotherRunHasConfined() throws IOException {
    Placement first = open(server.pid());
    Placement second = open(server.pid());
    assertThat(second.cores()).isEqualTo(first.cores());
    assertThat(second.holds()).isTrue();
    assertThat(second.notes()).singleElement().asString().contains("confined before this run");
    first.close();
    assertThat(second.holds()).isFalse();

    second.close();

    assertThat(areAll(server.pid(), all)).isTrue();
  }

  @Test
  void confinesNoProgramThatIsNotTheServers() {
    assertThat(listening(server.pid()).known()).isEmpty();
    assertThatThrownBy(() -> open(true, listening(server.pid())))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("which is not MySQL")
        .hasMessageContaining("--server-pid");
    assertThat(areAll(server.pid(), all)).isTrue();
  }

  @Test
  void saysWhyAnOwnServerIsNotConfined() throws IOException {
    try (Placement placement = open(false, own(0))) {
      assertThat(placement.cores()).isEmpty();
      assertThat(placement.server()).isEmpty();
      assertThat(placement.notes())
          .singleElement()
          .asString()
          .contains(
              "were not confined",
              Placement.isRoot()
                  ? "no single process of this machine"
                  : "not visible to this user");
    }
  }

  @Test
  void confinesOnlyTheThreadsOfARemoteServersClient() throws IOException {
    ServerProcesses remote = new ServerProcesses("MySQL", PROGRAMS, false, false, 0, List.of());

    try (Placement placement = open(false, remote)) {
      assertThat(placement.cores()).hasSize(1);
      assertThat(placement.notes()).isEmpty();
    }
    try (Placement placement = open(true, remote)) {
      assertThat(placement.notes()).containsExactly(IGNORED);
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
  void threadsStartOnTheCoresAndTheRestOfTheJvmLeavesThem() throws Exception {
    Process process = start(JavaProcess.of(Worker.class, all.last().toString()));

    assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
        .as("in place; the rest away, but for compilers; these too")
        .isEqualTo("true true true");
  }

  /** Starts a thread on a core, and prints the cores of all threads of the JVM. */
  static final class Worker {
    private Worker() {}

    public static void main(String[] args) throws Exception {
      Set<Integer> cores = Set.of(Integer.valueOf(args[0]));
      Scheduling expected = new Scheduling(new TreeSet<>(cores), Scheduling.BATCH);
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
                            workers.add(Clocks.thread().orElseThrow());
                            placed.add(Scheduling.of(Scheduling.CALLER).equals(expected));
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
            Confinement.isCompiler(Tasks.name(self, one))
                    == Scheduling.cores(one).containsAll(cores)
                && Scheduling.of(one).policy() == Scheduling.NORMAL;
      }
      Placement.moveCompilers(cores, List.of());
      boolean moved = true;
      for (long one : others) {
        moved &= !Scheduling.cores(one).containsAll(cores);
      }
      System.out.println(placed.get(0) + " " + away + " " + moved);
    }
  }
}
