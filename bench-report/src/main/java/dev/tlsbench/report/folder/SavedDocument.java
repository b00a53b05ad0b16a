package dev.tlsbench.report.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.json.Gaps;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.MarkdownPage;
import dev.tlsbench.report.page.SideBySide;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The document of a result folder, from which its pages can be rendered again.
 *
 * @param name the name of the folder
 */
public record SavedDocument(String name, Document document) {
  public static final String HTML = "report.html";

  static final String FILE = "document.json";
  private static final String MARKDOWN = "report.md";
  private static final int SCHEMA_VERSION = 1;

  /** Twice the required space for all files of a run. */
  private static final long MOST_BYTES = 64L << 20;

  /** The content of {@code document.json}. */
  record Content(int schemaVersion, Document document) {
    Content(Document document) {
      this(SCHEMA_VERSION, document);
    }
  }

  /**
   * Reads the document of a result folder.
   *
   * @throws UnusableFolderException if it has no {@code document.json}, or one that this version
   *     cannot read
   */
  public static SavedDocument read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new UnusableFolderException(
          folder + ": has no " + FILE + "; name a folder that a run of tlsbench has written");
    }
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return new SavedDocument(name == null ? "/" : name.toString(), content(file).document());
  }

  private static Content content(Path file) {
    try {
      long size = Files.size(file);
      if (size > MOST_BYTES) {
        throw damaged(file, (size >> 20) + " MiB", null);
      }
      JsonNode tree = Json.mapper().readTree(Files.readAllBytes(file));
      int version = tree.path("schemaVersion").asInt();
      if (version != SCHEMA_VERSION) {
        throw new UnusableFolderException(
            file
                + ": has "
                + (version == 0 ? "no schemaVersion" : "schemaVersion " + version)
                + ", but this tlsbench reads "
                + SCHEMA_VERSION
                + "; use the version of tlsbench that wrote it");
      }
      // Older documents lack optional fields; the gap of a required one is found below.
      Content read =
          Json.mapper()
              .readerFor(Content.class)
              .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
              .readValue(tree);
      Optional<String> flaw = Gaps.first(read).map(gap -> gap + " is null").or(() -> uneven(read));
      if (flaw.isPresent()) {
        throw damaged(file, flaw.get(), null);
      }
      return read;
    } catch (JsonProcessingException e) {
      throw damaged(file, e.getOriginalMessage().lines().findFirst().orElse("not JSON"), e);
    } catch (IOException e) {
      throw new UnusableFolderException(
          file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /** Finds a row without exactly one cell for each column, which all pages require. */
  private static Optional<String> uneven(Content content) {
    for (Section section : content.document().sections()) {
      for (Block block : section.blocks()) {
        for (Block.Table table : block.tables()) {
          if (table.rows().stream().anyMatch(row -> row.size() != table.header().size())) {
            return Optional.of("a row of '" + table.caption() + "' has too many cells or too few");
          }
        }
      }
    }
    return Optional.empty();
  }

  private static UnusableFolderException damaged(
      Path file, String what, @Nullable Exception cause) {
    String message =
        file + ": not a document of tlsbench (" + what + "); copy it from the run again";
    return cause == null
        ? new UnusableFolderException(message)
        : new UnusableFolderException(message, cause);
  }

  /**
   * Renders the pages again, replacing those in {@code folder}.
   *
   * @throws UnusableFolderException if the folder cannot be written to; then the old pages stay
   */
  public void renderAgain(Path folder) {
    render(document, folder);
  }

  /**
   * Renders the pages into a new folder.
   *
   * @param parent {@code null} for {@link ResultFolder#PARENT}
   * @param now the first part of the folder's name
   * @return the folder
   * @throws UnusableFolderException if it cannot be created or written to
   */
  public Path renderIn(@Nullable Path parent, Instant now) {
    try (ResultFolder folder = ResultFolder.create(parent, "report", now)) {
      render(document, folder.path());
      return folder.path();
    }
  }

  /**
   * Puts several results side by side.
   *
   * @param all one or more; one is returned as it is
   */
  public static SavedDocument together(List<SavedDocument> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    Map<String, Document> byName = new LinkedHashMap<>();
    for (SavedDocument one : all) {
      String name = one.name();
      // Folders in different places may have the same name.
      for (int i = 2; byName.containsKey(name); i++) {
        name = one.name() + " (" + i + ")";
      }
      byName.put(name, one.document());
    }
    return new SavedDocument("report", SideBySide.of(byName));
  }

  private static void render(Document document, Path folder) {
    try (Drafts drafts = new Drafts(folder)) {
      addPages(document, drafts);
      drafts.publish();
    } catch (IOException e) {
      throw ResultFolder.unwritten(folder, e);
    }
  }

  static void addPages(Document document, Drafts drafts) throws IOException {
    drafts.add(MARKDOWN, MarkdownPage.render(document).getBytes(StandardCharsets.UTF_8));
    drafts.add(HTML, HtmlPage.render(document).getBytes(StandardCharsets.UTF_8));
  }
}
