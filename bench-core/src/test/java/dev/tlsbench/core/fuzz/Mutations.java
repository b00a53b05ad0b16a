package dev.tlsbench.core.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Valid inputs with something done to them: bits flipped, bytes put in, stretches cut, doubled,
 * overwritten or taken from another valid input. Immutable.
 *
 * @param corpus valid inputs
 * @param words what is put in: what means something in inputs of this kind
 */
public record Mutations(List<byte[]> corpus, List<byte[]> words) {
  private static final int MOST = 6;
  private static final int LONGEST = 1 << 15;

  /** Copies both lists. */
  public Mutations {
    corpus = List.copyOf(corpus);
    words = List.copyOf(words);
  }

  /** Takes texts, in UTF-8. */
  public static Mutations ofTexts(List<String> corpus, List<String> words) {
    return new Mutations(bytes(corpus), bytes(words));
  }

  private static List<byte[]> bytes(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /** One more input; every tenth or so is valid still. */
  public byte[] next(Random random) {
    byte[] input = pick(corpus, random).clone();
    for (int left = random.nextInt(MOST); left > 0; left--) {
      input = mutate(input, random);
    }
    return input;
  }

  /** One more input as a text; bytes that are no UTF-8 become U+FFFD. */
  public String nextText(Random random) {
    return new String(next(random), StandardCharsets.UTF_8);
  }

  private byte[] mutate(byte[] input, Random random) {
    int from = random.nextInt(input.length + 1);
    int length = random.nextInt(Math.min(input.length - from, 1 << random.nextInt(12)) + 1);
    byte[] stretch = Arrays.copyOfRange(input, from, from + length);
    return switch (random.nextInt(8)) {
      case 0 -> replace(input, from, length, new byte[0]);
      case 1 -> replace(input, from, 0, repeated(stretch, random));
      case 2 -> replace(input, from, 0, pick(words, random));
      case 3 -> replace(input, from, length, pick(words, random));
      case 4 -> replace(input, from, length, noise(length, random));
      case 5 -> replace(input, from, length, stretchOf(pick(corpus, random), random));
      case 6 -> Arrays.copyOf(input, from);
      default -> flip(input, random);
    };
  }

  /** Twice mostly, sometimes so often that what goes a level deeper for each runs out of stack. */
  private static byte[] repeated(byte[] stretch, Random random) {
    int times = random.nextInt(8) == 0 ? LONGEST / (stretch.length + 1) : 1 + random.nextInt(3);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      all.writeBytes(stretch);
    }
    return all.toByteArray();
  }

  private static byte[] flip(byte[] input, Random random) {
    byte[] flipped = input.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] noise(int length, Random random) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] stretchOf(byte[] other, Random random) {
    int from = random.nextInt(other.length + 1);
    return Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from + 1));
  }

  private static byte[] replace(byte[] input, int from, int length, byte[] by) {
    ByteArrayOutputStream replaced = new ByteArrayOutputStream();
    replaced.write(input, 0, from);
    replaced.writeBytes(by);
    replaced.write(input, from + length, input.length - from - length);
    return replaced.toByteArray();
  }

  private static byte[] pick(List<byte[]> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
