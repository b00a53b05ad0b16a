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
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** {@code docs/reference/dependencies.md} and the POMs say the same. */
class DependenciesTest {
  private static final Path ROOT = Path.of(System.getProperty("tlsbench.home"));
  private static final List<String> MODULES =
      List.of(
          "bench-core",
          "bench-embedded",
          "cassandra-server",
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
      direct.addAll(artifacts(pom, "dependency", "dependencyManagement"));
      direct.addAll(artifacts(pom, "path", "none"));
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
      known.addAll(artifacts(pom, "dependency", "dependencyManagement"));
      known.addAll(artifacts(pom, "path", "none"));
      known.addAll(artifacts(pom, "plugin", "none"));
    }

    assertThat(known).containsAll(rows());
  }

  @Test
  void everyPluginIsNamed() throws Exception {
    String page = page();
    for (Document pom : poms()) {
      for (String plugin : artifacts(pom, "plugin", "none")) {
        assertThat(page).contains("`" + plugin + "`");
      }
    }
  }

  @Test
  void versionsStandInTheParentOnly() throws Exception {
    for (Document pom : poms().subList(1, MODULES.size() + 1)) {
      for (Element version : elements(pom, "version")) {
        assertThat(version.getTextContent())
            .as("%s in %s", version.getParentNode().getTextContent(), pom.getDocumentURI())
            .matches("\\$\\{[\\w.-]+\\.version}|" + parentVersion());
      }
    }
  }

  /** Libraries that the enforcer permits in the tarball, without this project's modules. */
  private static Set<String> tarball() throws Exception {
    Set<String> jars = new TreeSet<>();
    for (Element include : elements(pom(ROOT.resolve("distribution")), "include")) {
      jars.add(include.getTextContent().replaceFirst(".*:", ""));
    }
    jars.removeAll(MODULES);
    return jars;
  }

  private static String parentVersion() throws Exception {
    return Pattern.quote(child(poms().get(0).getDocumentElement(), "version"));
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

  private static List<String> artifacts(Document pom, String element, String butNotIn) {
    return elements(pom, element).stream()
        .filter(found -> !isIn(found, butNotIn))
        .map(found -> child(found, "artifactId"))
        .toList();
  }

  private static boolean isIn(Node node, String name) {
    for (Node above = node.getParentNode(); above != null; above = above.getParentNode()) {
      if (above.getNodeName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static List<Element> elements(Document pom, String name) {
    List<Element> elements = new ArrayList<>();
    NodeList nodes = pom.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static String child(Element of, String name) {
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent().strip();
      }
    }
    throw new AssertionError(name + " is missing in " + of.getTextContent());
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
