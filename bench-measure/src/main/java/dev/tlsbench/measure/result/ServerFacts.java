package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts reported by a server, without credentials.
 *
 * @param product as the server reports it, such as {@code MySQL}
 * @param starts the number of its processes in the run, one after the other; 1 if it was not
 *     restarted
 * @param statusBefore counters of TLS and connections before the first window of the last process;
 *     empty if not read
 * @param statusAfter the counters after the last window; {@code null} if the server was lost
 * @param description the name of an embedded server, in place of what it claims to be; {@code null}
 *     for others and in older results
 * @param tlsRemark how the cost of its TLS differs from a real server's; {@code null} if it does
 *     not, and in older results
 */
public record ServerFacts(
    String product,
    String version,
    boolean embedded,
    int starts,
    boolean local,
    Map<String, String> settings,
    Map<String, String> statusBefore,
    @Nullable Map<String, String> statusAfter,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tlsRemark) {

  /** Returns a copy with the counters at the end; {@code null} if the server was lost. */
  public ServerFacts withStatusAfter(@Nullable Map<String, String> status) {
    return ended(starts, status);
  }

  /** Returns a copy, without the first counters if the server was restarted since. */
  public ServerFacts ended(int count, @Nullable Map<String, String> status) {
    return new ServerFacts(
        product,
        version,
        embedded,
        count,
        local,
        settings,
        count == starts ? statusBefore : Map.of(),
        status,
        description,
        tlsRemark);
  }

  public String name() {
    return description == null ? product + " " + version : description;
  }
}
