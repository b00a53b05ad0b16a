package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.VariantResult.Role;
import dev.tlsbench.experiment.variant.Variant;

/**
 * A variant and its role in a run.
 *
 * @param variant for the control, the baseline's settings under a name of its own
 */
record Contender(Variant variant, Role role) {
  String name() {
    return variant.name();
  }
}
