package dev.tlsbench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** {@code docs/reference/dependencies.md} and the POMs say the same. */
class DependenciesTest {
  private static final Path ROOT = Path.of(System.getProperty("tlsbench.home"));
  private static final List<String> MODULES =
      List.of(
          "bench-core",
          "bench-embedded",
          "cassandra-server",
          "redis-server",
          "bench-relay",
          "bench-report",
          "tlsbench-junit",
          "ycsb-tls-binding",
          "ycsb-client",
          "bench-measure",
          "experiments",
          "cluster",
          "jmh-suite",
          "distribution");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
  private static final Pattern NAME = Pattern.compile("`([A-Za-z][\\w.-]*)`");

  @Test
  void everyDependencyHasItsRow() throws Exception {
    Set<String> direct = new TreeSet<>();
    for (Document pom : poms()) {
      direct.addAll(artifacts(pom, "dependency[not(ancestor::dependencyManagement)]"));
      direct.addAll(artifacts(pom, "path"));
    }
    direct.removeAll(MODULES);
    direct.remove("${project.artifactId}");

    assertThat(rows()).containsAll(direct);
  }

  @Test
  void everyJarOfTheTarballHasItsRow() throws Exception {
    assertThat(rows()).containsAll(tarball());
  }

  @Test
  void everyRowHasItsDependency() throws Exception {
    Set<String> known = tarball();
    for (Document pom : poms()) {
      known.addAll(artifacts(pom, "dependency[not(ancestor::dependencyManagement)]"));
      known.addAll(artifacts(pom, "path"));
      known.addAll(artifacts(pom, "plugin"));
    }

    assertThat(known).containsAll(rows());
  }

  @Test
  void everyPluginIsNamed() throws Exception {
    String page = page();
    for (Document pom : poms()) {
      for (String plugin : artifacts(pom, "plugin")) {
        assertThat(page).contains("`" + plugin + "`");
      }
    }
  }

  @Test
  void versionsStandInTheParentOnly() throws Exception {
    String parent = Pattern.quote(texts(poms().get(0), "/project/version").get(0));
    for (Document pom : poms().subList(1, MODULES.size() + 1)) {
      assertThat(texts(pom, "//version"))
          .as(pom.getDocumentURI())
          .allMatch(version -> version.matches("\\$\\{[\\w.-]+\\.version}|" + parent));
    }
  }

  /** Libraries that the enforcer permits in the tarball, without this project's modules. */
  private static Set<String> tarball() throws Exception {
    Set<String> jars = new TreeSet<>();
    for (String include : texts(pom(ROOT.resolve("distribution")), "//include")) {
      jars.add(include.replaceFirst(".*:", ""));
    }
    jars.removeAll(MODULES);
    return jars;
  }

  /** The parent's first. */
  private static List<Document> poms() throws Exception {
    List<Document> poms = new ArrayList<>();
    poms.add(pom(ROOT));
    for (String module : MODULES) {
      poms.add(pom(ROOT.resolve(module)));
    }
    return poms;
  }

  private static Document pom(Path folder) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(folder.resolve("pom.xml").toFile());
  }

  private static List<String> artifacts(Document pom, String of) throws Exception {
    return texts(pom, "//" + of + "/artifactId");
  }

  private static List<String> texts(Document pom, String path) throws Exception {
    NodeList nodes =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> nodes.item(i).getTextContent().strip())
        .toList();
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("docs/reference/dependencies.md"));
  }

  private static Set<String> rows() throws IOException {
    Set<String> rows = new TreeSet<>();
    ROW.matcher(page())
        .results()
        .map(MatchResult::group)
        .forEach(row -> NAME.matcher(row).results().forEach(name -> rows.add(name.group(1))));
    rows.removeAll(Arrays.asList("site.ycsb"));
    return rows;
  }
}
