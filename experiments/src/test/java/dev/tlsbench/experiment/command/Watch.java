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
 * Looks, again and again until its end, at what others can see while commands run: the arguments of
 * all processes that this one has started, and files that may not stay, in a folder and in the
 * machine's own for temporary files, where commands in this JVM and its forks have theirs. Servers
 * and forks may have no secret in their environment either.
 */
final class Watch {
  private static final long EVERY_MILLIS = 20;

  /** Native libraries of TLS providers and data of servers are longer, and are looked at later. */
  private static final long LONGEST = 1 << 20;

  private final SecretSearch search;
  private final Path folder;

  /** Of the test suites of this and other JVMs: the secrets are in them. */
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

  /** Begins. */
  static Watch over(Path folder, SecretSearch search) throws IOException {
    Watch watch = new Watch(search, folder);
    watch.thread.start();
    return watch;
  }

  /** The command lines that were seen. */
  Set<String> commands() {
    return commands;
  }

  /** The secrets that were seen, and where. */
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

  /** Those of other users are none of ours. */
  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(file -> !String.valueOf(file.getFileName()).startsWith(OF_TESTS))
          .filter(Files::isReadable)
          .toList();
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
      // It has ended meanwhile.
    }
  }

  /** How many environments of servers and forks were looked at. */
  int environments() {
    return environments.get();
  }

  /**
   * Ends when it has looked once more.
   *
   * @throws IOException if it could not look: then nothing that was not found means anything
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
