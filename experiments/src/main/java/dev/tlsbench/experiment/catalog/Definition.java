package dev.tlsbench.experiment.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as its YAML file has it. Texts may have blanks, {@code ${name}}, for quantities and
 * for lists. {@code each} repeats something for every value of a list: it has blanks and, for each,
 * the name of a list.
 *
 * @param title what was published
 * @param question what it asks
 * @param source where it was published
 * @param system what it was measured on
 * @param bindings the databases that can run it; the first one is taken unless a URL says otherwise
 * @param scale the default; at 1 everything has its original size
 * @param quantities what grows with the scale, by name
 * @param lists what {@code each} may go over, by name; as a blank, a list has commas in it
 * @param needs what the server's disk and this machine's memory must have room for
 * @param steps the commands, in order
 * @param findings what was found, a sentence each, with figures in braces: {@code {=step:path}}
 * @param tables what the report shows
 * @param checks what must come out, whatever the machine
 * @param differences why the figures may differ from the published ones, one sentence each
 */
record Definition(
    @JsonProperty(required = true) String title,
    @JsonProperty(required = true) String question,
    @JsonProperty(required = true) String source,
    @JsonProperty(required = true) String system,
    @JsonProperty(required = true) List<String> bindings,
    @JsonProperty(required = true) double scale,
    @Nullable Map<String, Quantity> quantities,
    @Nullable Map<String, List<String>> lists,
    @Nullable Needs needs,
    @JsonProperty(required = true) List<Step> steps,
    @Nullable List<String> findings,
    @JsonProperty(required = true) List<Table> tables,
    @Nullable List<Check> checks,
    @Nullable List<String> differences) {

  /** Refuses what no scale could be made of. */
  Definition {
    if (!(scale > 0 && scale < 1)) {
      throw new IllegalArgumentException("scale is not between 0 and 1");
    }
    if (bindings == null || bindings.isEmpty() || steps == null || tables == null) {
      throw new IllegalArgumentException("bindings, steps or tables are missing");
    }
  }

  @Override
  public List<String> differences() {
    return differences == null ? List.of() : differences;
  }

  @Override
  public List<String> findings() {
    return findings == null ? List.of() : findings;
  }

  @Override
  public List<Check> checks() {
    return checks == null ? List.of() : checks;
  }

  @Override
  public Needs needs() {
    return needs == null ? new Needs(null, null) : needs;
  }

  @Override
  public Map<String, List<String>> lists() {
    return lists == null ? Map.of() : lists;
  }

  /** The values of the quantities at a scale. */
  Map<String, String> at(double chosen) {
    Map<String, String> values = new LinkedHashMap<>();
    if (quantities != null) {
      quantities.forEach((name, quantity) -> values.put(name, quantity.at(chosen, scale)));
    }
    return values;
  }

  /**
   * A command, or several alike.
   *
   * @param name by which tables and checks name it
   * @param each what to repeat it for
   * @param run the command line behind {@code tlsbench}, without URL; a space ends an argument
   */
  record Step(
      @JsonProperty(required = true) String name,
      @Nullable Map<String, String> each,
      @JsonProperty(required = true) String run) {
    @Override
    public Map<String, String> each() {
      return each == null ? Map.of() : each;
    }
  }

  /**
   * A table, or several alike.
   *
   * @param title what is in it
   * @param each what to repeat the table for
   * @param columns their titles
   * @param curves titles of columns that are drawn over the first one; none if left out
   * @param rows their cells
   */
  record Table(
      @JsonProperty(required = true) String title,
      @Nullable Map<String, String> each,
      @JsonProperty(required = true) List<String> columns,
      @Nullable List<String> curves,
      @JsonProperty(required = true) List<Row> rows) {
    @Override
    public Map<String, String> each() {
      return each == null ? Map.of() : each;
    }

    @Override
    public List<String> curves() {
      return curves == null ? List.of() : curves;
    }
  }

  /**
   * A row, or several alike.
   *
   * @param each what to repeat it for
   * @param cells texts, or figures of a step: {@code =step:path}
   */
  record Row(
      @Nullable Map<String, String> each, @JsonProperty(required = true) List<String> cells) {
    @Override
    public Map<String, String> each() {
      return each == null ? Map.of() : each;
    }
  }

  /**
   * What must come out: {@code more} above {@code than}, or as many round trips between {@code
   * near} and {@code far} as {@code are} says. {@link Judgement} has the rule.
   *
   * @param that what it says, in a sentence
   * @param each what to repeat it for
   * @param more the figure that is the larger one
   * @param than the smaller one, or a number
   * @param near a time without delay
   * @param far the same with {@code delay} added to each round trip
   * @param delay in milliseconds
   * @param are how many round trips the protocol has
   */
  record Check(
      @JsonProperty(required = true) String that,
      @Nullable Map<String, String> each,
      @Nullable String more,
      @Nullable String than,
      @Nullable String near,
      @Nullable String far,
      @Nullable Double delay,
      @Nullable Integer are) {
    @Override
    public Map<String, String> each() {
      return each == null ? Map.of() : each;
    }
  }

  /**
   * Room that it takes.
   *
   * @param disk of the server's data, all of it added up
   * @param memory beyond what client and server need anyway, all of it added up
   */
  record Needs(@Nullable List<Need> disk, @Nullable List<Need> memory) {
    /** Bytes on the server's disk. */
    double diskBytes(Map<String, String> quantities) {
      return bytes(disk, quantities);
    }

    /** Bytes of this machine's memory. */
    double memoryBytes(Map<String, String> quantities) {
      return bytes(memory, quantities);
    }

    private static double bytes(@Nullable List<Need> needs, Map<String, String> quantities) {
      return (needs == null ? new ArrayList<Need>() : needs)
          .stream().mapToDouble(need -> need.bytes(quantities)).sum();
    }
  }

  /**
   * Room for one kind of thing.
   *
   * @param bytes for each
   * @param of quantities whose product is the number of them
   */
  record Need(
      @JsonProperty(required = true) double bytes, @JsonProperty(required = true) List<String> of) {
    /** Times count in seconds. */
    double bytes(Map<String, String> quantities) {
      Blanks blanks = new Blanks(quantities, Map.of());
      return of.stream()
          .mapToDouble(name -> Quantity.amount(blanks.fill("${" + name + "}")))
          .reduce(bytes, (a, b) -> a * b);
    }
  }
}
