package dev.tlsbench.client;

import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.run.ClientExitCode;
import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.session.TlsSection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * Reads commands from standard input and runs one operation each, with the commands of YCSB's own
 * shell. YCSB's shell ends with exit code 0 if it cannot connect, and with a stack trace at the end
 * of its input.
 */
final class Shell {
  private static final String HELP =
      """
      read KEY [FIELD ...]            read a record
      scan KEY COUNT [FIELD ...]      read COUNT records from KEY on, in key order
      insert KEY NAME=VALUE ...       insert a record
      update KEY NAME=VALUE ...       change fields of a record
      delete KEY                      delete a record
      table [NAME]                    tell or change the table
      tls                             tell what was negotiated
      quit                            end
      """;

  private final Binding binding;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final Consumer<String> messages;

  Shell(
      Binding binding,
      Map<String, String> environment,
      PrintStream out,
      Consumer<String> messages) {
    this.binding = binding;
    this.environment = environment;
    this.out = out;
    this.messages = messages;
  }

  /** Reads commands until {@code quit} or the end of the input, and returns the exit code. */
  int run(Properties properties) throws DBException, IOException {
    Workloads.check(properties);
    Measurements.setProperties(properties);
    Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, messages);
    try (embedded) {
      Session session = binding.share(properties, ConnectionListener.NONE);
      try {
        DB db = binding.newClient();
        db.setProperties(properties);
        db.init();
        messages.accept("connected; type help for the commands");
        commands(db, session, properties.getProperty(CoreWorkload.TABLENAME_PROPERTY, "usertable"));
        db.cleanup();
        return ClientExitCode.DONE;
      } finally {
        binding.release(properties);
      }
    }
  }

  private void commands(DB db, Session session, String firstTable) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    String table = firstTable;
    for (String line = prompt(in); line != null; line = prompt(in)) {
      List<String> words = List.of(line.strip().split("\\s+"));
      switch (words.get(0)) {
        case "" -> {}
        case "quit", "exit" -> {
          return;
        }
        case "help" -> out.print(HELP);
        case "table" -> {
          table = words.size() > 1 ? words.get(1) : table;
          out.println(OneLine.escape(table));
        }
        case "tls" -> TlsSection.lines(session.settings(), session.ledger()).forEach(out::println);
        default -> operation(db, table, words);
      }
    }
  }

  private @Nullable String prompt(BufferedReader in) throws IOException {
    out.print("> ");
    out.flush();
    return in.readLine();
  }

  @SuppressWarnings("JdkObsolete") // YCSB scans into a Vector.
  private void operation(DB db, String table, List<String> words) {
    String verb = words.get(0);
    int least = verb.equals("read") || verb.equals("delete") ? 2 : 3;
    if (words.size() < least) {
      out.println("that is no command; type help for the list");
      return;
    }
    String key = words.get(1);
    long start = System.nanoTime();
    Vector<HashMap<String, ByteIterator>> records = new Vector<>();
    Status status =
        switch (verb) {
          case "read" -> {
            HashMap<String, ByteIterator> record = new HashMap<>();
            records.add(record);
            yield db.read(table, key, fields(words, 2), record);
          }
          case "scan" ->
              words.get(2).matches("[0-9]{1,9}")
                  ? db.scan(table, key, Integer.parseInt(words.get(2)), fields(words, 3), records)
                  : Status.BAD_REQUEST;
          case "insert" -> db.insert(table, key, values(words));
          case "update" -> db.update(table, key, values(words));
          case "delete" -> db.delete(table, key);
          default -> Status.BAD_REQUEST;
        };
    long micros = (System.nanoTime() - start) / 1000;
    records.forEach(
        record -> record.forEach((name, value) -> out.println(OneLine.escape(name + "=" + value))));
    out.println(status.getName() + ", " + micros + " us");
  }

  private static @Nullable Set<String> fields(List<String> words, int from) {
    return words.size() > from ? Set.copyOf(words.subList(from, words.size())) : null;
  }

  private static Map<String, ByteIterator> values(List<String> words) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (String word : words.subList(2, words.size())) {
      int equals = word.indexOf('=');
      values.put(
          equals < 0 ? word : word.substring(0, equals),
          new StringByteIterator(equals < 0 ? "" : word.substring(equals + 1)));
    }
    return values;
  }
}
