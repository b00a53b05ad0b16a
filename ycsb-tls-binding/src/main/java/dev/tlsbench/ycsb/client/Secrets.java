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
final class Secrets {
  private static final Pattern NAME = Pattern.compile("passw(or)?d$");
  private static final Pattern USER_INFO = Pattern.compile("//[^/:@]*:([^@/]*)@");
  private static final Pattern PARAMETER =
      Pattern.compile("[?&,(][^=&?]*passw(?:or)?d=([^&,)]*)", Pattern.CASE_INSENSITIVE);

  private final List<String> values = new ArrayList<>();

  private Secrets() {}

  /** Collects what is in properties that are passwords, and in URLs. */
  static Secrets of(Properties properties) {
    Secrets secrets = new Secrets();
    for (String name : properties.stringPropertyNames()) {
      String value = properties.getProperty(name);
      if (NAME.matcher(name.toLowerCase(Locale.ROOT)).find()) {
        secrets.add(value);
      }
      secrets.addAll(USER_INFO.matcher(value));
      secrets.addAll(PARAMETER.matcher(value));
    }
    // The longest first: one password may be the beginning of another.
    secrets.values.sort(Comparator.comparing(String::length).reversed());
    return secrets;
  }

  /** The text without passwords. */
  String hide(String text) {
    String hidden = text;
    for (String value : values) {
      hidden = hidden.replace(value, "<hidden>");
    }
    return hidden;
  }

  private void addAll(Matcher matcher) {
    while (matcher.find()) {
      add(matcher.group(1));
    }
  }

  private void add(String value) {
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
