package dev.tlsbench.experiment.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repeatedly inspects everything that others can see while commands run: the arguments of all
 * processes that this one has started, and temporary files, in a folder and in that of this JVM,
 * which its commands and their forks use. The environment of servers and forks must have no secret
 * either.
 */
final class Watch {
  private static final long EVERY_MILLIS = 20;

  /** Native libraries of TLS providers and data of servers are longer, and are searched later. */
  private static final long LONGEST = 1 << 20;

  private final SecretSearch search;
  private final Path folder;

  /** Of the test suites of this JVM: the secrets are in them. */
  private static final String OF_TESTS = "junit";

  private static final List<String> WITHOUT_SECRETS =
      List.of("ForkMain", "mariadbd", "MongoServerMain");

  private final Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
  private final Set<Path> old;
  private final Set<String> commands = ConcurrentHashMap.newKeySet();
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private final Map<Path, List<Object>> seen = new HashMap<>();
  private final AtomicInteger environments = new AtomicInteger();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "watch");

  private @Nullable volatile IOException failure;

  private Watch(SecretSearch search, Path folder) throws IOException {
    this.search = search;
    this.folder = folder;
    this.old = Set.copyOf(temporaryFiles());
  }

  static Watch over(Path folder, SecretSearch search) throws IOException {
    Watch watch = new Watch(search, folder);
    watch.thread.start();
    return watch;
  }

  /** Returns the command lines that were seen. */
  Set<String> commands() {
    return commands;
  }

  /** Returns the secrets that were seen, with their places. */
  Set<String> found() {
    return found;
  }

  private void run() {
    try {
      while (!ending.await(EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        look();
      }
      look();
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws IOException {
    ProcessHandle.current().descendants().forEach(this::look);
    found.addAll(search.in(folder, this::isNew));
    for (Path file : temporaryFiles()) {
      if (!old.contains(file)) {
        found.addAll(search.in(file, this::isNew));
      }
    }
  }

  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(file -> !String.valueOf(file.getFileName()).startsWith(OF_TESTS)).toList();
    }
  }

  private boolean isNew(Path file, BasicFileAttributes attributes) {
    List<Object> state = List.of(attributes.size(), attributes.lastModifiedTime());
    return attributes.size() <= LONGEST && !state.equals(seen.put(file, state));
  }

  private void look(ProcessHandle process) {
    try {
      byte[] arguments =
          Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      String command = new String(arguments, StandardCharsets.ISO_8859_1).replace('\0', ' ');
      commands.add(command);
      search.in(command).forEach(word -> found.add(command + ": " + word));
      if (WITHOUT_SECRETS.stream().anyMatch(command::contains)) {
        byte[] environment =
            Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
        environments.incrementAndGet();
        search.in(environment).forEach(word -> found.add(command + ", environment: " + word));
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }

  /** Returns the number of inspected environments of servers and forks. */
  int environments() {
    return environments.get();
  }

  /**
   * Ends after a last inspection.
   *
   * @throws IOException if an inspection failed, so that the absence of findings is meaningless
   */
  void end() throws IOException, InterruptedException {
    ending.countDown();
    thread.join();
    IOException broken = failure;
    if (broken != null) {
      throw new IOException("could not look", broken);
    }
  }
}
