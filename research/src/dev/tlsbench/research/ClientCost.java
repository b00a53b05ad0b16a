package dev.tlsbench.research;

import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares client CPU and allocation per operation between this project's MongoDB binding and stock
 * YCSB's, on one server, in turns.
 *
 * <p>Each client has a JVM of its own; both are warmed up, then each runs a block of operations
 * while the other waits. The figures are ratios of consecutive blocks.
 */
final class ClientCost {
  private static final String OURS = "dev.tlsbench.ycsb.MongoTlsClient";
  private static final String STOCK = "site.ycsb.db.MongoDbClient";
  private static final int RECORDS = 1000;
  private static final int BLOCKS = 30;
  private static final int WARM_UP = 60_000;

  /** Operations for a second of CPU time, since Linux counts it in ticks of 10 ms. */
  private static final int BLOCK = 80_000;

  private ClientCost() {}

  /**
   * Takes the folder with the stock binding's classes, compiled against the driver of this class
   * path. Both clients connect in plain text, since the stock binding does not support TLS.
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: ClientCost FOLDER_OF_STOCK_CLASSES");
      System.exit(2);
    }
    String ourPath = System.getProperty("java.class.path");
    String stockPath = arguments[0] + File.pathSeparator + ourPath;
    try (EmbeddedMongo server = EmbeddedMongo.builder().plain().start();
        Client ours = new Client("ours", ourPath, OURS, server.url());
        Client stock = new Client("stock", stockPath, STOCK, server.url())) {
      ours.run("delete", RECORDS);
      ours.run("insert", RECORDS);
      for (String operation : List.of("read", "update")) {
        compare(operation, List.of(ours, stock));
      }
    }
  }

  /** Clients take turns at the start of a round. */
  private static void compare(String operation, List<Client> clients) throws IOException {
    for (Client client : clients) {
      client.run(operation, WARM_UP);
    }
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    for (int block = 0; block < BLOCKS; block++) {
      List<Client> round = new ArrayList<>(clients);
      Collections.rotate(round, block);
      for (Client client : round) {
        add(figures, client.name, client.run(operation, BLOCK));
      }
    }
    for (String figure : List.of("CPU us", "bytes")) {
      for (Client client : clients) {
        List<Double> own = figures.getOrDefault(client.name + " " + figure, List.of());
        List<Double> stock = figures.getOrDefault("stock " + figure, List.of());
        System.out.printf(
            Locale.ROOT,
            "%s, client %s an operation: %s %.1f, ratio to stock %s%n",
            operation,
            figure,
            client.name,
            PairedRatio.median(own),
            PairedRatio.of(own, stock));
      }
    }
  }

  private static void add(Map<String, List<Double>> figures, String client, Cost cost) {
    figures.computeIfAbsent(client + " CPU us", key -> new ArrayList<>()).add(cost.cpuMicros());
    figures.computeIfAbsent(client + " bytes", key -> new ArrayList<>()).add(cost.bytes());
  }

  /** Mean cost of an operation in a block. */
  private record Cost(double cpuMicros, double bytes) {}

  /** A {@link CostWorker} in a JVM of its own. */
  private static final class Client implements AutoCloseable {
    private final String name;
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    Client(String name, String classPath, String binding, String url, String... properties)
        throws IOException {
      this.name = name;
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-Xmx512m",
                  "-cp",
                  classPath,
                  CostWorker.class.getName(),
                  binding,
                  url));
      command.addAll(List.of(properties));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
    }

    Cost run(String operation, int operations) throws IOException {
      orders.println(operation + " " + operations);
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("the client ended instead of doing: " + operation);
      }
      String[] figures = answer.split(" ", -1);
      return new Cost(
          Double.parseDouble(figures[0]) / 1000 / operations,
          Double.parseDouble(figures[1]) / operations);
    }

    @Override
    public void close() {
      process.destroy();
    }
  }
}
