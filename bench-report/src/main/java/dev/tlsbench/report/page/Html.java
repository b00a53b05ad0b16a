package dev.tlsbench.report.page;

/** HTML in the making. Text and attributes are escaped; only {@link #raw} is taken as it is. */
final class Html {
  private final StringBuilder page = new StringBuilder();

  /**
   * Opens an element.
   *
   * @param name its name
   * @param attributes names and values in turn
   */
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

  /** A whole element with nothing but text in it. */
  Html element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close(name);
  }

  Html text(String text) {
    page.append(escape(text));
    return this;
  }

  /** For this project's own scripts and styles, and JSON that was escaped for them. */
  Html raw(String markup) {
    page.append(markup);
    return this;
  }

  Html line() {
    page.append('\n');
    return this;
  }

  /** For text and for attributes in double quotes. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
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
