package dev.tlsbench.report.folder;

import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.MarkdownPage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, {@code results/<UTC time>-<command>}. It is created before the run, so that
 * an unusable place is reported before anything is measured, and filled afterwards.
 *
 * <p>The files appear together or not at all. Closing removes a folder that is still empty. Not
 * safe for use by several threads.
 */
public final class ResultFolder implements AutoCloseable {
  public static final String HTML = "report.html";

  static final String RESULT = "result.json";
  static final String ENVIRONMENT = "environment.json";
  private static final String MARKDOWN = "report.md";

  /** The default parent of result folders, below the working directory. */
  public static final Path PARENT = Path.of("results");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Several times the size of a long run's result with thousands of windows. */
  private static final long NEEDED_BYTES = 32L << 20;

  private static final int MOST_TRIES = 100;

  private final Path path;
  private final Deque<Path> made;

  private ResultFolder(Path path, Deque<Path> made) {
    this.path = path;
    this.made = made;
  }

  /**
   * Creates the folder and its missing parents.
   *
   * @param parent the value of {@code --output}; {@code null} for {@link #PARENT}
   * @param started the first part; a number is appended if the name is taken
   * @throws UnusableFolderException if it cannot be created, or less than 32 MiB are free
   */
  public static ResultFolder create(@Nullable Path parent, String command, Instant started) {
    Path above = parent == null ? PARENT : parent;
    for (int tries = 1; ; tries++) {
      Deque<Path> made = new ArrayDeque<>();
      try {
        makeParents(above.toAbsolutePath(), made);
        ResultFolder folder =
            new ResultFolder(unused(above, TIME.format(started) + "-" + command), made);
        made.push(folder.path);
        folder.requireSpace();
        return folder;
      } catch (IOException e) {
        remove(made);
        // Another run may take the name, or remove a parent while that is empty.
        if (tries == MOST_TRIES
            || !(e instanceof NoSuchFileException || e instanceof FileAlreadyExistsException)) {
          throw new UnusableFolderException(
              "--output: cannot create a folder in %s (%s); name a folder that you can write to"
                  .formatted(above, reason(e)),
              e);
        }
      } catch (UnusableFolderException e) {
        remove(made);
        throw e;
      }
    }
  }

  public ResultFolder part(String name) {
    try {
      Deque<Path> own = new ArrayDeque<>();
      own.push(Files.createDirectory(path.resolve(name)));
      return new ResultFolder(own.getFirst(), own);
    } catch (IOException e) {
      throw unwritten(path, e);
    }
  }

  private static void makeParents(Path folder, Deque<Path> made) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path above = folder.getParent();
    if (above != null) {
      makeParents(above, made);
    }
    Files.createDirectory(folder);
    made.push(folder);
  }

  private static Path unused(Path above, String name) throws IOException {
    Path path = above.resolve(name);
    for (int i = 2; Files.exists(path); i++) {
      path = above.resolve(name + "-" + i);
    }
    return Files.createDirectory(path);
  }

  private void requireSpace() throws IOException {
    // The parent may be on another disk.
    long usable = Files.getFileStore(path).getUsableSpace();
    if (usable < NEEDED_BYTES) {
      throw new UnusableFolderException(
          ("--output: %s has %s MiB of space, and a result may need %s; free some or "
                  + "name another folder")
              .formatted(path, usable >> 20, NEEDED_BYTES >> 20));
    }
  }

  /** Returns the folder; relative if {@code parent} was. */
  public Path path() {
    return path;
  }

  /**
   * Writes all files of a result: {@code result.json}, {@code environment.json}, {@code report.md},
   * {@code report.html} and {@code more}.
   *
   * @throws UnusableFolderException if the disk is full or the folder is gone; then no file is left
   */
  public void write(
      Document report, Environment environment, Record result, Map<String, byte[]> more) {
    try (Drafts drafts = new Drafts(path)) {
      for (Map.Entry<String, byte[]> file : more.entrySet()) {
        drafts.add(file.getKey(), file.getValue());
      }
      drafts.add(ENVIRONMENT, Json.bytes(environment));
      addPages(report, drafts);
      // Written last: a folder with this file is complete.
      drafts.add(RESULT, Json.bytes(result));
      drafts.publish();
    } catch (IOException e) {
      throw unwritten(path, e);
    }
  }

  /**
   * Renders the pages of a folder, replacing those that it has.
   *
   * @throws UnusableFolderException if they cannot be written; then the old ones stay
   */
  public static void render(Document report, Path folder) {
    try (Drafts drafts = new Drafts(folder)) {
      addPages(report, drafts);
      drafts.publish();
    } catch (IOException e) {
      throw unwritten(folder, e);
    }
  }

  private static void addPages(Document report, Drafts drafts) throws IOException {
    drafts.add(MARKDOWN, MarkdownPage.render(report).getBytes(StandardCharsets.UTF_8));
    drafts.add(HTML, HtmlPage.render(report).getBytes(StandardCharsets.UTF_8));
  }

  private static UnusableFolderException unwritten(Path folder, IOException e) {
    return new UnusableFolderException(
        ("--output: cannot write to %s (%s), and nothing was left there; free some "
                + "space or name another folder")
            .formatted(folder, reason(e)),
        e);
  }

  /** Removes the folder, and the parents created with it, if nothing was written. */
  @Override
  public void close() {
    remove(made);
  }

  private static void remove(Deque<Path> made) {
    try {
      while (!made.isEmpty()) {
        Files.deleteIfExists(made.peek());
        made.pop();
      }
    } catch (IOException e) {
      // The folder contains a result, or a leftover empty folder must not hide an earlier error.
      made.clear();
    }
  }

  /** Returns the system's reason without the path, such as {@code No space left on device}. */
  private static String reason(IOException e) {
    if (e instanceof FileSystemException failure) {
      return failure.getReason() == null
          ? failure.getClass().getSimpleName()
          : String.valueOf(failure.getReason());
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : String.valueOf(e.getMessage());
  }

  /**
   * Files that appear together or not at all. Each is written under a temporary name; all are
   * renamed when the last one is on disk. Closing removes unpublished files.
   */
  private static final class Drafts implements AutoCloseable {
    private final Path folder;
    private final Map<Path, Path> drafts = new LinkedHashMap<>();
    private final List<Path> appeared = new ArrayList<>();

    Drafts(Path folder) {
      this.folder = folder;
    }

    /** Writes a file and forces it to disk, so that a full disk is noticed. */
    void add(String name, byte[] content) throws IOException {
      Path draft = folder.resolve("." + name + ".part");
      drafts.put(draft, folder.resolve(name));
      try (FileChannel file =
          FileChannel.open(
              draft,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
        file.force(true);
      }
    }

    /**
     * Renames all files, in the order in which they were added.
     *
     * @throws IOException if one cannot be renamed; files that did not exist before are then
     *     removed
     */
    void publish() throws IOException {
      for (Map.Entry<Path, Path> draft : drafts.entrySet()) {
        boolean fresh = !Files.exists(draft.getValue());
        Files.move(
            draft.getKey(),
            draft.getValue(),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
        if (fresh) {
          appeared.add(draft.getValue());
        }
      }
      appeared.clear();
    }

    @Override
    public void close() throws IOException {
      for (Path file : appeared) {
        Files.deleteIfExists(file);
      }
      for (Path draft : drafts.keySet()) {
        Files.deleteIfExists(draft);
      }
    }
  }
}
