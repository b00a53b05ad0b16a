package dev.tlsbench.ycsb.client;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The passwords of a run, to be taken out of everything that is printed.
 *
 * <p>Messages of this project hold none to begin with; those of drivers and of the JDK might.
 */
public final class Secrets {
  private static final Pattern NAME = Pattern.compile("passw(or)?d$");
  private static final Pattern USER_INFO = Pattern.compile("//[^/:@]*:([^@/]*)@");
  private static final Pattern PARAMETER =
      Pattern.compile("[?&,(][^=&?]*passw(?:or)?d=([^&,)]*)", Pattern.CASE_INSENSITIVE);

  private final Properties properties;

  /**
   * Watches over properties.
   *
   * @param properties looked at anew each time, since the URL of an embedded server comes late
   */
  public Secrets(Properties properties) {
    this.properties = properties;
  }

  /**
   * Takes passwords out.
   *
   * @param text what is to be printed
   * @return the text without passwords
   */
  public String hide(String text) {
    List<String> values = new ArrayList<>();
    for (String name : properties.stringPropertyNames()) {
      String value = properties.getProperty(name);
      if (NAME.matcher(name.toLowerCase(Locale.ROOT)).find()) {
        add(value, values);
      }
      addAll(USER_INFO.matcher(value), values);
      addAll(PARAMETER.matcher(value), values);
    }
    // The longest first: one password may be the beginning of another.
    values.sort(Comparator.comparing(String::length).reversed());
    String hidden = text;
    for (String value : values) {
      hidden = hidden.replace(value, "<hidden>");
    }
    return hidden;
  }

  private static void addAll(Matcher matcher, List<String> values) {
    while (matcher.find()) {
      add(matcher.group(1), values);
    }
  }

  private static void add(String value, List<String> values) {
    if (!value.isBlank()) {
      values.add(value);
      try {
        values.add(URLDecoder.decode(value, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        // A stray percent sign: then it is not encoded.
        return;
      }
    }
  }
}
