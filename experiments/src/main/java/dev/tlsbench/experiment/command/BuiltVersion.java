package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.report.Outcome;
import picocli.CommandLine.IVersionProvider;

/** The version of the build, which Maven takes from the parent {@code pom.xml}. */
final class BuiltVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"tlsbench " + Outcome.versions().get("tlsbench")};
  }
}
