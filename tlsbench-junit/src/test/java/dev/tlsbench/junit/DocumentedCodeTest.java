package dev.tlsbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each block of Java in the documentation compiles as a file of its own, with the imports that it
 * shows.
 */
class DocumentedCodeTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  record Block(String place, String code) {
    @Override
    public String toString() {
      return place;
    }
  }

  static Stream<Block> blocks() throws IOException {
    List<Path> pages;
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      pages = docs.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
    return Stream.concat(Stream.of(ROOT.resolve("README.md")), pages.stream())
        .flatMap(DocumentedCodeTest::blocks);
  }

  private static Stream<Block> blocks(Path page) {
    String text = text(page);
    return BLOCK
        .matcher(text)
        .results()
        .map(
            block -> {
              long line = text.substring(0, block.start()).lines().count() + 1;
              return new Block(ROOT.relativize(page) + ":" + line, block.group(1));
            });
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void compilesAsItStands(Block block, @TempDir Path classes) {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    SimpleJavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Block.java"), Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return block.code();
          }
        };
    StringWriter complaints = new StringWriter();
    List<String> options = List.of("-proc:none", "-d", classes.toString(), "-classpath", classPath);
    boolean compiled =
        compiler.getTask(complaints, null, null, options, null, List.of(source)).call();
    assertThat(compiled).as(complaints.toString()).isTrue();
  }
}
