package dev.tlsbench.core.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of Jazzer, by its names. Its bytes are the choices of a test's generator, so
 * that coverage leads to other choices.
 */
public final class JazzerTarget {
  private static final int SEEDS = 500;

  private static @Nullable Guide guide;

  private JazzerTarget() {}

  /**
   * Starts the test, and gives Jazzer something to begin with.
   *
   * @param args the name of a test class, of one of its methods, and a folder, which gets choices
   *     that the generator would have made by itself
   */
  public static void fuzzerInitialize(String[] args) throws IOException {
    Guide through = Guide.through(args[0], args[1]);
    Path corpus = Path.of(args[2]);
    for (int seed = 0; seed < SEEDS; seed++) {
      Files.write(corpus.resolve("seed-" + seed), through.choices(seed));
    }
    guide = through;
  }

  /** Makes one try. */
  public static void fuzzerTestOneInput(byte[] choices) {
    Objects.requireNonNull(guide, "fuzzerInitialize comes first").tryOne(new DrawnRandom(choices));
  }

  /** Ends the test, which then removes its files. */
  public static void fuzzerTearDown() throws InterruptedException {
    if (guide != null) {
      guide.end();
    }
  }
}
