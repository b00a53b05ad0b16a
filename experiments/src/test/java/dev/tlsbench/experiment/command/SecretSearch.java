package dev.tlsbench.experiment.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Searches bytes for words: as they are, and in Base64, at any offset in the encoded text. A word
 * of letters and digits is the same in a URL, in JSON and in HTML, so a secret with such a word in
 * its middle is found in every encoding.
 */
final class SecretSearch {
  private final Map<String, String> forms = new LinkedHashMap<>();

  SecretSearch(String... words) {
    for (String word : words) {
      forms.put(word, word);
      for (int before = 0; before < 3; before++) {
        forms.put(base64(word, before), word + " in Base64");
      }
    }
  }

  /** Returns the part that is the same in any context and in both alphabets of Base64. */
  private static String base64(String word, int before) {
    byte[] bytes = new byte[before + word.length()];
    byte[] of = word.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(of, 0, bytes, before, of.length);
    String all = Base64.getEncoder().withoutPadding().encodeToString(bytes);
    int first = (before * 8 + 5) / 6;
    return all.substring(first, bytes.length * 8 / 6);
  }

  /** Returns the words in a text. */
  List<String> in(String text) {
    return forms.keySet().stream().filter(text::contains).map(forms::get).distinct().toList();
  }

  /** Returns the words in bytes that may be text. */
  List<String> in(byte[] bytes) {
    return in(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Returns the files of a folder and its subfolders that contain a word. */
  List<String> in(Path folder) throws IOException {
    return in(folder, (file, attributes) -> true);
  }

  List<String> in(Path folder, BiPredicate<Path, BasicFileAttributes> some) throws IOException {
    List<String> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && some.test(file, attributes)) {
              try {
                in(Files.readAllBytes(file)).forEach(word -> found.add(file + ": " + word));
              } catch (NoSuchFileException e) {
                return FileVisitResult.CONTINUE; // Deleted meanwhile by its owner.
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
