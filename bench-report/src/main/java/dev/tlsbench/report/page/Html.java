package dev.tlsbench.report.page;

import dev.tlsbench.report.json.Escapes;

/** Builds HTML. Text and attributes are escaped. */
final class Html {
  private final StringBuilder page = new StringBuilder();

  /** Opens an element with attributes: alternating names and values. */
  Html open(String name, String... attributes) {
    page.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      page.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      page.append('"');
    }
    page.append('>');
    return this;
  }

  Html close(String name) {
    page.append("</").append(name).append('>');
    return this;
  }

  Html element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close(name);
  }

  Html text(String text) {
    page.append(escape(text));
    return this;
  }

  /** Adds text whose lines may end behind an underscore, as in the name of a cipher suite. */
  Html breakable(String text) {
    page.append(escape(text).replace("_", "_<wbr>"));
    return this;
  }

  Html line() {
    page.append('\n');
    return this;
  }

  /**
   * Escapes for text and for attributes in double quotes, and makes invisible characters visible.
   */
  static String escape(String text) {
    return Escapes.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
