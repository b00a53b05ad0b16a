package dev.tlsbench.experiment.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An experiment's definition, as in its YAML file. Texts may have blanks, {@code ${name}}, for
 * quantities and for lists. {@code each} repeats an element for every value of a list: it maps
 * blanks to names of lists.
 *
 * <p>It has a component for each key of the file, whose keys are not nested: records that Jackson
 * unwraps would accept unknown keys.
 *
 * @param title of the publication
 * @param source reference to the publication
 * @param system the original's machine and software
 * @param bindings the databases that can run it; the first one is the default
 * @param scale the default; at 1 everything has its original size
 * @param quantities sizes that grow with the scale, by name
 * @param lists for {@code each}, by name; in a blank, a list is joined with commas
 * @param needs disk space of the server and memory of this machine
 * @param steps the commands, in order
 * @param findings sentences, with figures in braces: {@code {=step:path}}
 * @param tables of the report
 * @param checks expectations that hold on any machine
 * @param differences reasons why the figures may differ from the published ones, one sentence each
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

  /** Rejects definitions that cannot be scaled. */
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

  /** Returns the values of the quantities at a scale. */
  Map<String, String> at(double chosen) {
    Map<String, String> values = new LinkedHashMap<>();
    if (quantities != null) {
      quantities.forEach((name, quantity) -> values.put(name, quantity.at(chosen, scale)));
    }
    return values;
  }

  /**
   * A command, or several of the same form.
   *
   * @param name the name in references of tables and checks
   * @param run the arguments of {@code tlsbench}, without URL, separated by spaces
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
   * A table, or several of the same form.
   *
   * @param columns their titles
   * @param curves titles of columns that are drawn over the first one; may be omitted
   * @param published the size at which the published figures were measured; may be omitted
   */
  record Table(
      @JsonProperty(required = true) String title,
      @Nullable Map<String, String> each,
      @JsonProperty(required = true) List<String> columns,
      @Nullable List<String> curves,
      @Nullable Published published,
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
   * The size at which a table's published figures were measured. It is mentioned unless this run
   * has the same.
   *
   * @param size the name of the quantity; {@code null} if the original differs in any case
   * @param with such as {@code 1,000,000 rows}
   */
  record Published(@Nullable String size, @JsonProperty(required = true) String with) {}

  /**
   * A row, or several of the same form.
   *
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
   * An expectation: {@code more} above {@code than}, or {@code are} round trips between {@code
   * near} and {@code far}. {@link Judgement} defines the rule.
   *
   * @param that the expectation, as a sentence
   * @param more the larger figure
   * @param than the smaller one, or a number
   * @param near a time without delay
   * @param far the same time with {@code delay} added to each round trip
   * @param delay in milliseconds
   * @param are the number of round trips in the protocol
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
   * Required space.
   *
   * @param disk of the server's data; the entries are added
   * @param memory in addition to client and server; the entries are added
   */
  record Needs(@Nullable List<Need> disk, @Nullable List<Need> memory) {
    /** Returns bytes on the server's disk. */
    double diskBytes(Map<String, String> quantities) {
      return bytes(disk, quantities);
    }

    /** Returns bytes of this machine's memory. */
    double memoryBytes(Map<String, String> quantities) {
      return bytes(memory, quantities);
    }

    private static double bytes(@Nullable List<Need> needs, Map<String, String> quantities) {
      return (needs == null ? new ArrayList<Need>() : needs)
          .stream().mapToDouble(need -> need.bytes(quantities)).sum();
    }
  }

  /**
   * Space for one kind of object.
   *
   * @param bytes for each
   * @param of quantities whose product is the number of objects
   */
  record Need(
      @JsonProperty(required = true) double bytes, @JsonProperty(required = true) List<String> of) {
    /** Returns the bytes; quantities that are times count in seconds. */
    double bytes(Map<String, String> quantities) {
      Blanks blanks = new Blanks(quantities, Map.of());
      return of.stream()
          .mapToDouble(name -> Quantity.amount(blanks.fill("${" + name + "}")))
          .reduce(bytes, (a, b) -> a * b);
    }
  }
}
