package dev.tlsbench.jmh.run;

import java.io.IOException;
import java.io.PrintStream;

/** The options that print something and run nothing. */
final class Listing {
  private final Catalog catalog;
  private final CommandLine commandLine;
  private final PrintStream out;

  /** Prepares. */
  Listing(Catalog catalog, CommandLine commandLine, PrintStream out) {
    this.catalog = catalog;
    this.commandLine = commandLine;
    this.out = out;
  }

  /** Prints, if that was asked for. */
  boolean print() throws IOException {
    JmhOptions jmh = commandLine.jmh();
    if (commandLine.isHelp()) {
      out.print(Arguments.help());
    } else if (jmh.shouldHelp()) {
      jmh.showHelp();
    } else if (jmh.shouldListProfilers()) {
      jmh.listProfilers();
    } else if (jmh.shouldListResultFormats()) {
      jmh.listResultFormats();
    } else if (jmh.shouldListWithParams()) {
      printParameters();
    } else if (jmh.shouldList()) {
      printCells();
    } else {
      return false;
    }
    return true;
  }

  private void printCells() {
    Plan plan = new Plan(commandLine, catalog);
    plan.cells().forEach(cell -> out.println(cell.label()));
    Progress.printAbsences(plan.absences(), out);
    out.println(
        "benchmarks: "
            + plan.cells().size()
            + ", forks: "
            + plan.turns()
            + ", time: about "
            + Progress.time(plan.estimate()));
  }

  private void printParameters() {
    for (BenchmarkMethod method : catalog.methods()) {
      out.println(BenchmarkCell.simpleName(method.name()));
      method
          .parameters()
          .forEach((name, values) -> out.println("  " + name + ": " + String.join(", ", values)));
    }
  }
}
