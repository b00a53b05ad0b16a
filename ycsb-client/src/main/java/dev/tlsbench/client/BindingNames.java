package dev.tlsbench.client;

import dev.tlsbench.ycsb.session.Binding;
import java.util.Iterator;

/** Names of bindings, for help texts and for completion. */
public final class BindingNames implements Iterable<String> {
  /** Called by picocli. */
  public BindingNames() {}

  @Override
  public Iterator<String> iterator() {
    return Binding.all().stream().map(Binding::id).iterator();
  }
}
