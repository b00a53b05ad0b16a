package dev.tlsbench.cluster;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.client.cluster.ClusterJob;
import java.util.List;

/** A message to the driver. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({@JsonSubTypes.Type(Order.Setup.class), @JsonSubTypes.Type(Order.Run.class)})
sealed interface Order {
  /**
   * The first message.
   *
   * @param libraries the class path of parts, or the files to build it from
   */
  record Setup(String master, int executors, boolean secrets, List<String> libraries)
      implements Order {}

  /** Runs a job. */
  record Run(ClusterJob job) implements Order {}
}
