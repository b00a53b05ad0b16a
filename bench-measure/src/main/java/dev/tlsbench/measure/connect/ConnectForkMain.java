package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.fork.ForkMain;
import dev.tlsbench.measure.fork.ForkReply;
import java.io.InputStream;
import java.io.PrintStream;

/** The main class of a fork that measures connections; each order is a {@link ConnectOrder}. */
final class ConnectForkMain {
  private ConnectForkMain() {}

  public static void main(String[] args) {
    ForkMain.serveAndExit(ConnectForkMain::serve);
  }

  /** Measures connections until the input ends. */
  static void serve(InputStream orders, PrintStream replies) {
    ForkMain.serve(
        orders,
        replies,
        (fork, spec) -> {
          try (ConnectWork work = new ConnectWork(spec, fork::alive)) {
            fork.reply(ForkReply.nowReady());
            for (ConnectOrder order = fork.order(ConnectOrder.class);
                order != null;
                order = fork.order(ConnectOrder.class)) {
              fork.reply(ForkReply.answering(work.answer(order)));
            }
          }
        });
  }
}
