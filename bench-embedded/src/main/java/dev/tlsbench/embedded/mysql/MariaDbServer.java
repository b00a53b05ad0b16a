package dev.tlsbench.embedded.mysql;

import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.Watchdog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Starts the process of an {@link EmbeddedMySql}. */
final class MariaDbServer {
  private static final Pattern READY = Pattern.compile("mariadbd: ready for connections");

  private MariaDbServer() {}

  /**
   * Returns the command of a server, without its port.
   *
   * @param users statements to run before the first client
   */
  static List<String> command(
      ServerHome home, MariaDbBinaries binaries, MariaDbData data, Path users) {
    List<String> command = new ArrayList<>();
    command.add(binaries.program().toString());
    command.addAll(MariaDbData.options(binaries, data.directory()));
    command.add("--bind-address=127.0.0.1");
    command.add("--socket=");
    command.add("--skip-name-resolve");
    command.add("--init-file=" + users);
    command.add("--innodb-flush-log-at-trx-commit=2");
    command.add("--max-allowed-packet=64M");
    command.add("--local-infile=OFF");
    home.tls()
        .ifPresentOrElse(
            files -> {
              command.add("--ssl-ca=" + files.caFile());
              command.add("--ssl-cert=" + files.certificateFile());
              command.add("--ssl-key=" + files.keyFile());
            },
            () -> command.add("--skip-ssl"));
    return command;
  }

  /**
   * Starts MariaDB.
   *
   * @param port 0 for a free one
   */
  static int run(ServerHome home, List<String> command, int port) throws IOException {
    return home.runAt(
        port,
        "mariadbd",
        chosenPort -> {
          List<String> whole = new ArrayList<>(command);
          whole.add("--port=" + chosenPort);
          return Watchdog.around(whole, home, "TERM");
        },
        READY,
        "Bind on TCP/IP port");
  }
}
