package dev.tlsbench.report.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Rules for figures in the JSON of a document: no number has more digits than its interval allows,
 * and every ratio or change in per cent has an interval or is not resolved.
 */
public final class FigureRules {
  private static final Pattern NUMBER =
      Pattern.compile("(?:! )?([+−]?)(\\d[\\d,]*)(?:\\.(\\d+))?(.*)");

  /** Columns whose numbers are ratios. */
  private static final Pattern OF_RATIOS =
      Pattern.compile("(?i)\\bratios?\\b|\\btimes\\b|one JVM each");

  private static final Pattern RANGE = Pattern.compile("[+−]?[\\d,.]+ to .*", Pattern.DOTALL);

  /** A percentage or a multiple in a sentence, with the words around it. */
  private static final Pattern IN_SENTENCE =
      Pattern.compile("(.{0,20}?)([+−]?[\\d,.]+(?: %| times\\b))(?=(.{0,100}))");

  private final List<String> violations = new ArrayList<>();

  private FigureRules() {}

  /** Returns a line for each violation in the JSON of a document. */
  public static List<String> violations(JsonNode content) {
    FigureRules rules = new FigureRules();
    rules.visit(content);
    content.findPath("findings").forEach(rules::sentence);
    return rules.violations;
  }

  private void visit(JsonNode node) {
    if (node.has("header") && node.has("rows")) {
      table(node);
    }
    node.forEach(this::visit);
  }

  private void table(JsonNode table) {
    for (JsonNode row : table.get("rows")) {
      for (int i = table.get("names").asInt(); i < row.size(); i++) {
        String header = table.get("header").get(i).asText();
        // Others' figures are as they published them.
        if (header.startsWith("published")
            || row.get(0).get("text").asText().startsWith("published: ")) {
          continue;
        }
        for (String flaw : flaws(row.get(i), header, table.get("caption").asText())) {
          violations.add(
              String.format(
                  "%s: '%s' in column '%s' of '%s': %s",
                  row.get(0).get("text").asText(),
                  row.get(i).get("text").asText(),
                  header,
                  table.get("caption").asText(),
                  flaw));
        }
      }
    }
  }

  private static List<String> flaws(JsonNode cell, String header, String caption) {
    String text = spaces(cell.get("text").asText());
    Matcher number = NUMBER.matcher(text);
    if (text.startsWith("not resolved") || !number.matches()) {
      return List.of();
    }
    boolean isChange = !number.group(1).isEmpty() && number.group(4).startsWith(" %");
    boolean isRatio = OF_RATIOS.matcher(header + " " + caption).find();
    if (cell.get("low95").isNull()) {
      boolean isNumber = !cell.get("value").isNull() || isChange;
      return isNumber && (isChange || isRatio) ? List.of("has no interval") : List.of();
    }
    if (RANGE.matcher(text).matches()) {
      return List.of();
    }
    double low = cell.get("low95").asDouble();
    double high = cell.get("high95").asDouble();
    double none = isChange ? 1 : 0;
    List<String> flaws = new ArrayList<>();
    if (low <= none && high >= none) {
      flaws.add("is not resolved");
    }
    String whole = number.group(2).replace(",", "");
    String fraction = number.group(3) == null ? "" : number.group(3);
    double shown = Double.parseDouble(whole + "." + fraction + "0");
    double effect = Math.abs(cell.get("value").asDouble() - none);
    // The unit follows from the number as shown, which may be in ms, MiB or per cent.
    double half = (high - low) / 2 * shown / effect;
    int zeros = fraction.isEmpty() ? whole.length() - whole.replaceFirst("0+$", "").length() : 0;
    double step = Math.pow(10, zeros - fraction.length());
    if (half > 0 && step < 0.95 * Math.pow(10, Math.floor(Math.log10(half * 1.02)) - 1)) {
      flaws.add("has more digits than half of its interval, " + half + ", allows");
    }
    return flaws;
  }

  private void sentence(JsonNode sentence) {
    String text =
        spaces(
            String.join(
                "",
                StreamSupport.stream(sentence.get("runs").spliterator(), false)
                    .map(run -> run.get("text").asText())
                    .toList()));
    Matcher figure = IN_SENTENCE.matcher(text);
    while (figure.find()) {
      boolean isEnd = figure.group(1).matches(".*(± ?|±|less than |to |\\(|95)$");
      boolean hasEnd = figure.group(3).matches("(?s)( ± .*| ?\\(.* to .*|.*\\(±.*|.* interval .*)");
      // Connections of comparisons are medians of full and resumed handshakes, without a ratio.
      if (!isEnd && !hasEnd) {
        violations.add("'" + figure.group(2) + "' has no interval: " + text);
      }
    }
  }

  private static String spaces(String text) {
    return text.replace('\u00a0', ' ');
  }
}
