package dev.tlsbench.report.gate;

import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.UnusableFolderException;
import dev.tlsbench.report.json.Escapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A file in the XML format of JUnit's Ant task, which CI systems read: a test case for the result
 * and one for each limit. Until the run ends it contains an error, so that an interrupted run is
 * never mistaken for an earlier one.
 */
public final class JUnitFile {
  private static final String RESULT = "the result can be used";
  private static final Map<Outcome, String> ELEMENTS =
      Map.of(Outcome.HOLDS, "system-out", Outcome.BROKEN, "failure", Outcome.UNDECIDED, "error");

  private final Path file;
  private final String suite;

  private JUnitFile(Path file, String suite) {
    this.file = file;
    this.suite = suite;
  }

  /**
   * Creates or replaces a file.
   *
   * @param suite the name of the test suite, such as {@code tlsbench compare}
   */
  public static JUnitFile create(Path file, String suite) {
    JUnitFile created = new JUnitFile(file, suite);
    created.write(
        List.of(new Case(RESULT, Outcome.UNDECIDED, List.of("The run did not come to its end."))),
        0);
    return created;
  }

  public void write(RunRecord run) {
    List<Case> cases = new ArrayList<>();
    boolean isUsable = ExitCode.isUsable(run.exitCode());
    List<String> problems =
        isUsable || !run.problems().isEmpty() ? run.problems() : List.of("It must not be used.");
    cases.add(new Case(RESULT, isUsable ? Outcome.HOLDS : Outcome.UNDECIDED, problems));
    for (LimitCheck check : run.limits()) {
      cases.add(new Case(check.limit(), check.outcome(), List.of(check.found())));
    }
    write(cases, run.durationSeconds());
  }

  private record Case(String name, Outcome outcome, List<String> lines) {}

  private void write(List<Case> cases, double seconds) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory()
              .createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", suite);
      xml.writeAttribute("tests", Integer.toString(cases.size()));
      xml.writeAttribute("failures", count(cases, Outcome.BROKEN));
      xml.writeAttribute("errors", count(cases, Outcome.UNDECIDED));
      xml.writeAttribute("skipped", "0");
      xml.writeAttribute("time", seconds(seconds));
      for (int i = 0; i < cases.size(); i++) {
        write(xml, cases.get(i), i == 0 ? seconds : 0);
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML in memory", e);
    }
    try {
      Files.write(file, bytes.toByteArray());
    } catch (IOException e) {
      throw new UnusableFolderException(
          "--junit: cannot write the file " + file + "; name another", e);
    }
  }

  private void write(XMLStreamWriter xml, Case one, double seconds) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", suite.replace(' ', '.'));
    xml.writeAttribute("name", Escapes.of(one.name()));
    xml.writeAttribute("time", seconds(seconds));
    String text = String.join("\n", one.lines().stream().map(Escapes::of).toList());
    if (!text.isEmpty()) {
      xml.writeStartElement(ELEMENTS.get(one.outcome()));
      if (one.outcome() != Outcome.HOLDS) {
        xml.writeAttribute("message", Escapes.of(one.lines().get(0)));
      }
      xml.writeCharacters(text);
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, Outcome outcome) {
    return Long.toString(cases.stream().filter(one -> one.outcome() == outcome).count());
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }
}
