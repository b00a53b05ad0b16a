package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.variant.Variant;

/** A variant and its role; the control has the baseline's settings under a name of its own. */
public record Contender(Variant variant, Role role) {
  public String name() {
    return variant.name();
  }
}
