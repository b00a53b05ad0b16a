package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Look.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Readable names of built-in variants; other names stay as they are. */
public final class Names {
  private static final Pattern BUILT_IN =
      Pattern.compile("(plain|tls12|tls13)(?:-([a-z0-9-]+))?(?:@([a-z]+))?");
  private static final Pattern WORD =
      Pattern.compile("(?<![\\w./@-])tls1[23](?:-[a-z0-9-]+)?(?:@[a-z]+)?(?![\\w/@-]|\\.\\w)");
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("plain", "plain text"),
          Map.entry("tls12", "TLS 1.2"),
          Map.entry("tls13", "TLS 1.3"),
          Map.entry("aes128-gcm", "AES-128-GCM"),
          Map.entry("aes256-gcm", "AES-256-GCM"),
          Map.entry("aes128-cbc-sha", "AES-128-CBC-SHA"),
          Map.entry("chacha20", "ChaCha20-Poly1305"),
          Map.entry("x25519mlkem768", "X25519MLKEM768"),
          Map.entry("secp256r1mlkem768", "SecP256r1MLKEM768"),
          Map.entry("secp384r1mlkem1024", "SecP384r1MLKEM1024"),
          Map.entry("default-hybrid", "X25519MLKEM768 offered"),
          Map.entry("jdk", "the JDK"),
          Map.entry("bouncycastle", "Bouncy Castle"),
          Map.entry("conscrypt", "Conscrypt"),
          Map.entry("openssl", "BoringSSL"));

  private Names() {}

  /** Returns a name such as {@code TLS 1.3 with AES-128-GCM by Conscrypt}. */
  public static String of(String variant) {
    Matcher parts = BUILT_IN.matcher(variant);
    if (!parts.matches()) {
      return variant;
    }
    String suite = parts.group(2);
    String provider = parts.group(3);
    if ((suite != null && !WORDS.containsKey(suite))
        || (provider != null && !WORDS.containsKey(provider))) {
      return variant;
    }
    return WORDS.get(parts.group(1))
        + (suite == null ? "" : " with " + WORDS.get(suite))
        + (provider == null ? "" : " by " + WORDS.get(provider));
  }

  /** Returns a text with readable names of built-in variants with TLS. */
  static String inText(String text) {
    return WORD.matcher(text).replaceAll(word -> Matcher.quoteReplacement(of(word.group())));
  }

  /** Returns the name, with the role in the run. */
  static String of(VariantResult variant, Result result) {
    return variant.role() == Role.CONTROL
        ? "control (" + of(result.setup().baseline()) + " again)"
        : of(variant.name());
  }

  /** Returns the name for the beginning of a sentence. */
  static String first(String variant) {
    String name = of(variant);
    return name.equals(variant)
        ? name
        : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** Returns the looks of all variants, by name: the control last. */
  static Map<String, Look> looks(Result result) {
    Map<String, Look> looks = new LinkedHashMap<>();
    int number = 0;
    for (Role role : new Role[] {Role.BASELINE, Role.VARIANT, Role.CONTROL}) {
      for (Point point : result.points()) {
        for (VariantResult variant : point.variants()) {
          if (variant.role() == role && !looks.containsKey(variant.name())) {
            int own = role == Role.VARIANT ? number++ : 0;
            looks.put(
                variant.name(), new Look(of(variant, result), Kind.valueOf(role.name()), own));
          }
        }
      }
    }
    return looks;
  }

  /** Returns cores as an object of a sentence. */
  static String cores(List<Integer> cores) {
    return cores.size() == 1 ? "one core" : Numbers.count(cores.size()) + " cores";
  }
}
