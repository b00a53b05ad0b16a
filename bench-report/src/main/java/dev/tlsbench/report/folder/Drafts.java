package dev.tlsbench.report.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that appear together or not at all. Each is written under a temporary name; all are renamed
 * when the last one is on disk. Closing removes unpublished files.
 */
final class Drafts implements AutoCloseable {
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
   * @throws IOException if one cannot be renamed; files that did not exist before are then removed
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
