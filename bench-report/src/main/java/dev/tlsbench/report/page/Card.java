package dev.tlsbench.report.page;

import dev.tlsbench.report.document.Answer;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.json.Escapes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws the answer of a report as one picture for tickets and chats: an SVG of 1200 × 630 with its
 * own colours. Lines are broken by the widths of DejaVu Sans, one of the widest fonts, so that the
 * text fits with any other.
 */
final class Card {
  static final int WIDTH = 1200;
  static final int HEIGHT = 630;
  private static final int LEFT = 60;
  private static final int ROOM = WIDTH - 2 * LEFT;
  private static final double LEADING = 1.35;
  private static final int[] SIZES = {40, 34, 29, 25, 22, 19};
  private static final int READABLE = 22;
  private static final int TOP = 130;
  private static final int ANSWER_HEIGHT = 235;
  private static final int SMALL = 21;
  private static final int CODE = 17;
  private static final int MOST_CODE = 3;
  private static final double CODE_WIDTH = 0.61;
  private static final int GAP = 14;

  private final Html html;
  private double y;

  private Card(Html html) {
    this.html = html;
  }

  static void draw(Html html, Document document) {
    new Card(html).draw(document, Answer.of(document));
  }

  private void draw(Document document, Answer answer) {
    html.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "id",
        "card",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "role",
        "img",
        "aria-label",
        "Summary: " + document.title(),
        "font-family",
        "system-ui, Segoe UI, Roboto, Helvetica, Arial, DejaVu Sans, sans-serif");
    rectangle(0, 0, WIDTH, HEIGHT, "#ffffff");
    rectangle(0, 0, WIDTH, 10, "#0b5cad");
    y = 30;
    line(document.kicker(), SMALL, 1, "#566070", "400");
    line(document.title(), 28, 1, "#14181f", "600");
    y = TOP;
    boolean unusable = answer.weight() == Weight.STOP;
    if (unusable) {
      line(answer.trust(), SIZES[2], 3, "#a4161a", "600");
    }
    double height = TOP + ANSWER_HEIGHT - y;
    List<Sentence> all = Stream.concat(answer.lead().stream(), answer.more().stream()).toList();
    if (unusable) {
      answer(all, SMALL, height, "#566070");
    } else {
      // All findings if they can still be read in a small picture; otherwise the first.
      int size = size(all, height);
      List<Sentence> shown = size >= READABLE ? all : answer.lead();
      answer(shown, size(shown, height), height, "#14181f");
    }
    y = TOP + ANSWER_HEIGHT + 10.0;
    if (!unusable && !answer.trust().isEmpty()) {
      String colour =
          switch (answer.weight()) {
            case NOTE -> "#24507a";
            case CARE -> "#7a4a00";
            default -> "#a4161a";
          };
      line(answer.trust(), SMALL, 2, colour, "600");
    }
    String place =
        answer.server().isEmpty()
            ? answer.client()
            : answer.server() + "; client: " + answer.client();
    line(place, SMALL, 2, "#14181f", "400");
    command(answer.command());
    html.close("svg").line();
  }

  /** Returns the largest type in which all sentences fit; the smallest if they do not. */
  private static int size(List<Sentence> findings, double height) {
    return IntStream.of(SIZES)
        .filter(size -> lines(findings, size).size() * size * LEADING <= height)
        .findFirst()
        .orElse(SIZES[SIZES.length - 1]);
  }

  private void answer(List<Sentence> findings, int size, double height, String colour) {
    int most = Math.max(1, (int) (height / (size * LEADING)));
    draw(limited(lines(findings, size), most), size, colour, "600");
  }

  private static List<String> lines(List<Sentence> findings, int size) {
    return findings.stream().flatMap(each -> wrapped(each.plain(), size).stream()).toList();
  }

  private void line(String text, int size, int most, String colour, String weight) {
    draw(limited(wrapped(text, size), most), size, colour, weight);
    y += GAP;
  }

  private void draw(List<String> lines, int size, String colour, String weight) {
    for (String line : lines) {
      y += size * LEADING / 2;
      text(line, y, size, "fill", colour, "font-weight", weight);
      y += size * LEADING / 2;
    }
  }

  private void command(String command) {
    if (command.isEmpty()) {
      return;
    }
    int width = (int) ((ROOM - 2 * GAP) / (CODE * CODE_WIDTH));
    List<String> lines = new ArrayList<>();
    for (String rest = Escapes.of(command); !rest.isEmpty(); ) {
      int end = rest.length() <= width ? rest.length() : rest.lastIndexOf(' ', width);
      end = end <= 0 ? width : end;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    List<String> shown = limited(lines, MOST_CODE);
    double height = shown.size() * CODE * LEADING + GAP;
    double top = HEIGHT - 2.0 * GAP - height;
    rectangle(LEFT, top, ROOM, height, "#eef1f5");
    for (int i = 0; i < shown.size(); i++) {
      double at = top + GAP / 2.0 + (i + 0.5) * CODE * LEADING;
      text(
          shown.get(i),
          at,
          CODE,
          "x",
          "" + (LEFT + GAP),
          "font-family",
          "DejaVu Sans Mono, Menlo, Consolas, monospace");
    }
  }

  private void text(String text, double middle, int size, String... more) {
    List<String> attributes = new ArrayList<>(List.of(more));
    if (!attributes.contains("x")) {
      attributes.addAll(List.of("x", "" + LEFT));
    }
    attributes.addAll(List.of("y", "" + Math.round(middle + size * 0.35), "font-size", "" + size));
    html.element("text", text, attributes.toArray(String[]::new));
  }

  private void rectangle(double x, double top, double width, double height, String colour) {
    html.open(
            "rect",
            "x",
            "" + Math.round(x),
            "y",
            "" + Math.round(top),
            "width",
            "" + Math.round(width),
            "height",
            "" + Math.round(height),
            "fill",
            colour)
        .close("rect");
  }

  private static List<String> limited(List<String> lines, int most) {
    if (lines.size() <= most) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, most));
    String last = first.get(most - 1);
    first.set(most - 1, last.substring(0, Math.max(0, last.length() - 2)) + "…");
    return first;
  }

  /** Breaks a text at blanks, and words that are longer than a line anywhere. */
  static List<String> wrapped(String text, int size) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Escapes.of(text).split(" ", -1)) {
      if (!line.isEmpty() && width(line + " " + word) * size > ROOM) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ");
      for (int point : word.codePoints().toArray()) {
        if (width(line + Character.toString(point)) * size > ROOM) {
          lines.add(line.toString());
          line.setLength(0);
        }
        line.appendCodePoint(point);
      }
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }

  /** Returns an upper bound of the width of a bold text, in multiples of the font's size. */
  private static double width(String text) {
    return text.codePoints().mapToDouble(Card::width).sum();
  }

  private static double width(int point) {
    if (" .,:;'|!ijl\u00a0".indexOf(point) >= 0) {
      return 0.4;
    }
    if (point > 0x2fff
        || point == '%'
        || point == 'm'
        || point == 'w'
        || point == 'M'
        || point == 'W') {
      return 1.11;
    }
    return Character.isUpperCase(point) || "@+−±<>=~".indexOf(point) >= 0 ? 0.84 : 0.7;
  }
}
