package dev.tlsbench.measure.fork;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tally.Counts;
import dev.tlsbench.ycsb.workload.Tallying;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/**
 * The workloads of the variants. Variants with the same workload share an instance, so that records
 * inserted by different variants have different keys.
 */
final class SharedWorkloads {
  private static final String TLS = "tls.";
  private static final Counts NOTHING = new Tally().counts();

  private final Map<String, Assigned> byVariant = new HashMap<>();

  record Assigned(Workload workload, List<Object> states) {
    /** Returns the workload's counts for all variants that share it; 0 if it does not count. */
    Counts counts() {
      return workload instanceof Tallying own ? own.tally().counts() : NOTHING;
    }
  }

  SharedWorkloads(ForkSpec spec) throws WorkloadException {
    String own = Binding.of(spec.binding()).urlProperty().replaceFirst("url$", "");
    Map<Map<String, String>, Assigned> shared = new HashMap<>();
    for (Map.Entry<String, Map<String, String>> variant : spec.variants().entrySet()) {
      Map<String, String> ofWorkload = new TreeMap<>(variant.getValue());
      ofWorkload.keySet().removeIf(name -> name.startsWith(TLS) || name.startsWith(own));
      Assigned assigned = shared.get(ofWorkload);
      if (assigned == null) {
        assigned = assign(variant.getValue(), spec.clients().threads());
        shared.put(ofWorkload, assigned);
      }
      byVariant.put(variant.getKey(), assigned);
    }
  }

  private static Assigned assign(Map<String, String> settings, int threads)
      throws WorkloadException {
    Properties properties = RunProperties.of(settings);
    Workload workload = Workloads.open(properties);
    List<Object> states = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      states.add(workload.initThread(properties, i, threads));
    }
    return new Assigned(workload, states);
  }

  Assigned of(String variant) {
    return Objects.requireNonNull(byVariant.get(variant), variant);
  }
}
