package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.VariantResult.Role;
import dev.tlsbench.experiment.variant.Variant;

/**
 * A variant and its role in a run.
 *
 * @param variant the control has the baseline's settings and a name of its own
 * @param role what it is
 */
record Contender(Variant variant, Role role) {
  String name() {
    return variant.name();
  }
}
