package dev.tlsbench.research;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * One client under measurement, in a JVM of its own: runs the orders of its standard input, and
 * answers each line with CPU time and allocated bytes.
 *
 * <p>It depends only on YCSB, so that it runs on another binding's class path.
 */
final class CostWorker {
  private static final int RECORDS = 1000;
  private static final int FIELDS = 10;
  private static final int FIELD_BYTES = 100;
  private static final String TABLE = "usertable";

  private final DB db;
  private final Random random = new Random(1);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CostWorker(DB db) {
    this.db = db;
  }

  /**
   * Takes the class of the binding, the URL of a server, and properties; none of them holds a
   * password.
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    // Bindings may print to standard output.
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", arguments[1]);
    for (String property : Arrays.asList(arguments).subList(2, arguments.length)) {
      String[] parts = property.split("=", 2);
      properties.setProperty(parts[0], parts[1]);
    }
    Measurements.setProperties(properties);
    DB db = Class.forName(arguments[0]).asSubclass(DB.class).getConstructor().newInstance();
    db.setProperties(properties);
    db.init();
    new CostWorker(db).serve(answers);
    db.cleanup();
  }

  private void serve(PrintStream answers) throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ", -1);
      int operations = Integer.parseInt(words[1]);
      long cpu = system.getProcessCpuTime();
      long allocated = allocated();
      for (int i = 0; i < operations; i++) {
        run(words[0], i);
      }
      answers.println((system.getProcessCpuTime() - cpu) + " " + (allocated() - allocated));
    }
  }

  private long allocated() {
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private void run(String operation, int i) {
    Status status =
        switch (operation) {
          case "insert" -> db.insert(TABLE, "user" + i, values(FIELDS));
          case "delete" -> db.delete(TABLE, "user" + i);
          case "update" -> db.update(TABLE, "user" + random.nextInt(RECORDS), values(1));
          default -> {
            Map<String, ByteIterator> result = new HashMap<>();
            Status read = db.read(TABLE, "user" + random.nextInt(RECORDS), null, result);
            yield result.values().stream().mapToLong(ByteIterator::bytesLeft).sum()
                    == FIELDS * FIELD_BYTES
                ? read
                : Status.UNEXPECTED_STATE;
          }
        };
    // A clean-up may find nothing to delete.
    if (!status.isOk() && !operation.equals("delete")) {
      throw new IllegalStateException(operation + " ended in " + status);
    }
  }

  private static Map<String, ByteIterator> values(int fields) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < fields; i++) {
      values.put("field" + i, new RandomByteIterator(FIELD_BYTES));
    }
    return values;
  }
}
