package dev.tlsbench.jmh.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** Where and how a run was made: what someone needs to repeat it, and nothing of whose it was. */
final class Environment {
  private final RunRecord run;
  private final Machine machine;
  private final Map<String, String> versions;
  private final Optional<String> commit;
  private final Optional<String> openSsl;

  Environment(RunRecord run, Machine machine, Optional<String> commit, Optional<String> openSsl) {
    this.run = run;
    this.machine = machine;
    this.commit = commit;
    this.openSsl = openSsl;
    this.versions = new TreeMap<>(Versions.ofLibraries());
    versions.put("sunjsse", jdk().version());
  }

  /** The JVM of the forks. */
  private record Jdk(String version, String vendor, String vm, List<String> flags) {}

  /** JMH tells what the forks ran on; the vendor is that of the JVM that started them. */
  private Jdk jdk() {
    String vendor = System.getProperty("java.vendor", "");
    Optional<BenchmarkParams> params = run.results().stream().map(RunResult::getParams).findFirst();
    TreeSet<String> flags = new TreeSet<>();
    for (RunResult result : run.results()) {
      for (Object flag : result.getParams().getJvmArgs()) {
        flags.add(withoutPaths(flag.toString()));
      }
    }
    return params
        .map(
            p ->
                new Jdk(
                    p.getJdkVersion(),
                    vendor,
                    p.getVmName() + ", " + p.getVmVersion(),
                    List.copyOf(flags)))
        .orElseGet(
            () ->
                new Jdk(
                    System.getProperty("java.version", ""),
                    vendor,
                    System.getProperty("java.vm.name", ""),
                    List.of()));
  }

  /** Leaves the last name of each absolute path: the rest tells of users and their machines. */
  static String withoutPaths(String text) {
    return text.replaceAll(
        "(?<![\\w./\\\\~}-])(?:file:)?(?:~|[A-Za-z]:(?=[/\\\\]))?(?:[/\\\\][^/\\\\\\s:;,=\"']+)*"
            + "[/\\\\]([^/\\\\\\s:;,=\"']+)",
        "…/$1");
  }

  void write(Path file) throws IOException {
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), tree());
  }

  private Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("set", run.set());
    how.put("command", withoutPaths(run.command()));
    how.put("started", run.started().toString());
    how.put("tookSeconds", run.took().toSeconds());
    how.put("seed", run.seed());
    how.put("complete", run.complete());
    commit.ifPresent(hash -> how.put("commit", hash));
    tree.put("run", how);
    Map<String, Object> where = new LinkedHashMap<>();
    where.put("cpu", machine.cpu());
    where.put("cores", machine.cores());
    where.put("memoryBytes", machine.memoryBytes());
    where.put("operatingSystem", machine.operatingSystem());
    where.put("kernel", machine.kernel());
    Optional.ofNullable(machine.governor()).ifPresent(g -> where.put("governor", g));
    Optional.ofNullable(machine.load()).ifPresent(l -> where.put("loadAverageAtEnd", l));
    tree.put("machine", where);
    Jdk jdk = jdk();
    Map<String, Object> java = new LinkedHashMap<>();
    java.put("version", jdk.version());
    java.put("vendor", jdk.vendor());
    java.put("vm", jdk.vm());
    java.put("flagsOfForks", jdk.flags());
    tree.put("jdk", java);
    Map<String, Object> libraries = new LinkedHashMap<>(versions);
    openSsl.ifPresent(version -> libraries.put("openssl", version));
    tree.put("versions", libraries);
    return tree;
  }

  /** The head of the report. */
  Block table(String forks) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("set", run.set()));
    rows.add(List.of("command", "`" + withoutPaths(run.command()) + "`"));
    rows.add(List.of("started", Instant.ofEpochSecond(run.started().getEpochSecond()).toString()));
    rows.add(List.of("took", took(run.took().toSeconds())));
    rows.add(List.of("forks", forks));
    rows.add(List.of("seed", Long.toString(run.seed())));
    rows.add(
        List.of(
            "machine",
            machine.cpu()
                + ", "
                + machine.cores()
                + (machine.cores() == 1 ? " core, " : " cores, ")
                + Numbers.significant(machine.memoryBytes() / Math.pow(1024, 3))
                + " GiB"));
    rows.add(List.of("system", machine.operatingSystem() + ", " + machine.kernel()));
    rows.add(
        List.of(
            "CPU governor",
            Optional.ofNullable(machine.governor()).orElse("not told by the system")));
    Optional.ofNullable(machine.load())
        .ifPresent(load -> rows.add(List.of("load at the end (1, 5, 15 min)", load)));
    Jdk jdk = jdk();
    rows.add(List.of("JDK", jdk.version() + ", " + jdk.vm() + " (" + jdk.vendor() + ")"));
    rows.add(
        List.of(
            "JVM flags",
            jdk.flags().isEmpty() ? "none" : "`" + String.join(" ", jdk.flags()) + "`"));
    rows.add(List.of("providers", providers()));
    rows.add(List.of("drivers", named("mongodb-driver") + ", " + named("mysql-connector-j")));
    rows.add(List.of("embedded servers", named("mongo-java-server") + ", " + named("mariadb")));
    rows.add(List.of("JMH", versions.getOrDefault("jmh", "")));
    commit.ifPresent(hash -> rows.add(List.of("commit", hash)));
    return new Block.Table("", List.of("what", "value"), 2, rows, List.of());
  }

  private String providers() {
    return "jdk: SunJSSE "
        + versions.get("sunjsse")
        + "; bouncycastle: "
        + versions.get("bouncycastle")
        + "; conscrypt: "
        + versions.get("conscrypt")
        + "; openssl: "
        + named("netty-tcnative")
        + " (BoringSSL "
        + abbreviated(versions.getOrDefault("netty-tcnative.boringssl", ""))
        + "), "
        + named("netty");
  }

  private String named(String library) {
    return library + " " + versions.getOrDefault(library, "");
  }

  private static String abbreviated(String hash) {
    return hash.substring(0, Math.min(12, hash.length()));
  }

  private static String took(long seconds) {
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }
}
