package dev.tlsbench.core.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parts of valid URLs. */
public final class UrlWords {
  private static final String LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final String ODD = "-._~!$'()*,;:@/?#[]%+&= <>\"{}|\\^`äß€😀";

  private UrlWords() {}

  /** A name or password of any characters, as it is meant. */
  public static String text(Random random, int longest) {
    int[] odd = ODD.codePoints().toArray();
    return IntStream.range(0, 1 + random.nextInt(longest))
        .map(
            i ->
                random.nextInt(3) == 0
                    ? odd[random.nextInt(odd.length)]
                    : LETTERS.charAt(random.nextInt(LETTERS.length())))
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /** A password that does not stand in any text by chance. */
  public static String password(Random random) {
    return "Pw" + random.nextInt(10) + text(random, 12) + "Q7z" + random.nextInt(1000);
  }

  /** Letters and digits only. */
  public static String word(Random random) {
    return IntStream.range(0, 1 + random.nextInt(9))
        .mapToObj(i -> String.valueOf(LETTERS.charAt(random.nextInt(LETTERS.length()))))
        .collect(Collectors.joining());
  }

  /** Percent-encoded as in RFC 3986. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** A host name or address, mostly with a port. */
  public static String host(Random random) {
    String host =
        switch (random.nextInt(4)) {
          case 0 -> "127.0.0." + (1 + random.nextInt(254));
          case 1 -> "[::" + Integer.toHexString(1 + random.nextInt(0xFFFE)) + "]";
          case 2 -> "localhost";
          default -> "h" + random.nextInt(100) + ".example.org";
        };
    return random.nextInt(3) == 0 ? host : host + ":" + (1 + random.nextInt(65535));
  }

  /** One to three hosts, with commas. */
  public static String hosts(Random random) {
    return IntStream.range(0, 1 + random.nextInt(3))
        .mapToObj(i -> host(random))
        .collect(Collectors.joining(","));
  }

  /** Some of these options, in any order, with separators. */
  public static String options(Random random, List<String> all, String separators) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> all.get(random.nextInt(all.size())))
        .collect(
            Collectors.joining(
                String.valueOf(separators.charAt(random.nextInt(separators.length())))));
  }
}
