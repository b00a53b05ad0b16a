package dev.tlsbench.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The lines between this process and the driver: a kind, and fields in Base64, which have neither
 * spaces nor line breaks.
 */
final class Wire {
  /** To the driver: master, number of executors, and the class path of parts or files for it. */
  static final String SETUP = "setup";

  /** To the driver: how many executors are there? From it: so many. */
  static final String EXECUTORS = "executors";

  /** To the driver: a job. */
  static final String JOB = "job";

  /** To the driver: end the job. */
  static final String CANCEL = "cancel";

  /** From the driver: the job has ended. */
  static final String DONE = "done";

  /** From the driver: a part's line of output. */
  static final String LINE = "line";

  /** From the driver: a part's line of standard error. */
  static final String COMPLAINT = "complaint";

  /** From the driver: a part has ended, for a reason or none. */
  static final String ENDED = "ended";

  /** From the driver: it cannot go on. */
  static final String FAILED = "failed";

  private Wire() {}

  /** Returns a line. */
  static String line(String kind, List<String> fields) {
    StringBuilder line = new StringBuilder(kind);
    for (String field : fields) {
      // A field that is empty has no Base64 either.
      line.append(' ')
          .append('.')
          .append(Base64.getEncoder().encodeToString(field.getBytes(StandardCharsets.UTF_8)));
    }
    return line.toString();
  }

  static String line(String kind, String... fields) {
    return line(kind, List.of(fields));
  }

  static String kind(String line) {
    return line.split(" ", 2)[0];
  }

  static List<String> fields(String line) {
    String[] words = line.split(" ", -1);
    return List.of(words).subList(1, words.length).stream()
        .map(word -> Base64.getDecoder().decode(word.substring(1)))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .toList();
  }
}
