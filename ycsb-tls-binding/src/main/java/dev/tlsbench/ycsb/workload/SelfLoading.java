package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.function.Consumer;

/** A workload whose tables are no records of YCSB's: it makes and fills them itself. */
public interface SelfLoading {
  /**
   * Makes and fills what is not there yet.
   *
   * @param client a client that is connected
   * @param messages takes what people are told, line by line
   * @return whether all is there now; if not, the client has said why
   */
  boolean load(DirectClient client, Consumer<String> messages);
}
