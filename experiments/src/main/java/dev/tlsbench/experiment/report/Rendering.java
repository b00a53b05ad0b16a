package dev.tlsbench.experiment.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes {@code report.html} and {@code report.md} from results that were saved. */
public final class Rendering {
  /** The page. */
  public static final String HTML = "report.html";

  static final String MARKDOWN = "report.md";

  private Rendering() {}

  /**
   * Renders a result again, in its own folder.
   *
   * @param folder where its files are; those of the report are replaced
   * @param saved what was read there
   * @throws dev.tlsbench.core.InvalidSettingException if the folder cannot be written to; then the
   *     old report stays
   */
  public static void again(Path folder, Saved saved) {
    try (Drafts drafts = new Drafts(folder)) {
      add(RunDocument.of(saved), drafts);
      drafts.publish();
    } catch (IOException e) {
      throw ResultFolder.unwritten(folder, e);
    }
  }

  /**
   * Renders results side by side, or a single one, in a folder of their own.
   *
   * @param parent where to make it; {@code null} stands for {@link ResultFolder#PARENT}
   * @param saved one or more
   * @param now the first part of the folder's name
   * @return the folder
   * @throws dev.tlsbench.core.InvalidSettingException if it cannot be made or written to
   */
  public static Path together(@Nullable Path parent, List<Saved> saved, Instant now) {
    try (ResultFolder folder = ResultFolder.create(parent, "report", now)) {
      Document document =
          saved.size() == 1 ? RunDocument.of(saved.get(0)) : ComparisonDocument.of(saved);
      try (Drafts drafts = new Drafts(folder.path())) {
        add(document, drafts);
        drafts.publish();
      } catch (IOException e) {
        throw ResultFolder.unwritten(folder.path(), e);
      }
      return folder.path();
    }
  }

  static void add(Document document, Drafts drafts) throws IOException {
    drafts.add(MARKDOWN, MarkdownPage.render(document).getBytes(StandardCharsets.UTF_8));
    drafts.add(HTML, HtmlPage.render(document).getBytes(StandardCharsets.UTF_8));
  }
}
