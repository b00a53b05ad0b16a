package dev.tlsbench.experiment.catalog;

import dev.tlsbench.core.InvalidSettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values for the blanks {@code ${name}} in a definition's texts. Immutable.
 *
 * @param values by name
 * @param lists by name; in a blank, a list is joined with commas
 */
record Blanks(Map<String, String> values, Map<String, List<String>> lists) {
  /** A limit far above any useful number of repetitions. */
  private static final int MOST = 1000;

  private static final Pattern BLANK = Pattern.compile("\\$\\{([A-Za-z][A-Za-z0-9]*)}");

  Blanks {
    values = Map.copyOf(values);
    lists = Map.copyOf(lists);
  }

  /**
   * @throws InvalidSettingException if there is no value for one of the blanks
   */
  String fill(String text) {
    return BLANK.matcher(text).replaceAll(blank -> Matcher.quoteReplacement(value(blank.group(1))));
  }

  private String value(String name) {
    String value = values.get(name);
    return value == null ? String.join(",", list(name)) : value;
  }

  private List<String> list(String name) {
    List<String> list = lists.get(name);
    if (list == null) {
      throw new InvalidSettingException("catalog: no quantity and no list is named '" + name + "'");
    }
    return list;
  }

  /**
   * Adds the values of lists: one result for each combination; the last list varies fastest.
   *
   * @param each names of lists, by blank
   */
  List<Blanks> each(Map<String, String> each) {
    List<Blanks> all = List.of(this);
    for (Map.Entry<String, String> blank : each.entrySet()) {
      if ((long) all.size() * list(blank.getValue()).size() > MOST) {
        throw new InvalidSettingException(
            "catalog: 'each' over "
                + each.values()
                + " repeats something more than "
                + MOST
                + " times; make the lists shorter");
      }
      List<Blanks> longer = new ArrayList<>();
      for (Blanks before : all) {
        list(blank.getValue()).forEach(value -> longer.add(before.with(blank.getKey(), value)));
      }
      all = longer;
    }
    return all;
  }

  private Blanks with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Blanks(more, lists);
  }
}
