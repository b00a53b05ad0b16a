package dev.tlsbench.experiment.command;

import dev.tlsbench.client.BindingNames;
import dev.tlsbench.client.database.Embedded;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.option.HostPort;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tlsbench serve}: embedded servers that run until a signal. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Starts embedded servers with TLS and prints their URLs.",
      "It prints one line for each way to connect. The servers run until Ctrl-C or SIGTERM."
    })
final class ServeCommand extends TlsbenchCommand {
  private static final Pattern PASSWORD = Pattern.compile("//([^/:@]*):[^@/]*@");

  @Option(
      names = "--binding",
      paramLabel = "NAME",
      split = ",",
      completionCandidates = BindingNames.class,
      description =
          "Which ones, separated by commas: ${COMPLETION-CANDIDATES}. Default: the first of these.")
  private List<String> bindings = new ArrayList<>();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port on 127.0.0.1. Default: any free port.")
  private int port;

  @ArgGroup private Transports transports = new Transports();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Directory for data, certificates and log. Default: a temporary one. With several"
              + " bindings each has a subdirectory.")
  private @Nullable Path directory;

  @Option(names = "--show-password", description = "Print URLs with their passwords.")
  private boolean showPassword;

  @Option(
      names = "--until-stdin-ends",
      description = "Also stop at the end of standard input: for scripts.")
  private boolean untilStdinEnds;

  static final class Transports {
    @Option(names = "--plain", description = "Accept plain connections only.")
    private boolean plain;

    @Option(
        names = "--plain-too",
        description = "Accept plain connections and TLS on the same port.")
    private boolean plainToo;
  }

  @Override
  public Integer call() throws ConnectFailedException {
    List<Binding> chosen =
        bindings.isEmpty()
            ? List.of(Binding.all().get(0))
            : bindings.stream().map(String::strip).map(Binding::of).distinct().toList();
    if (port != 0 && chosen.size() > 1) {
      throw new InvalidSettingException(
          "--port: two servers cannot share a port; serve one binding, or omit the option");
    }
    HostPort.mustBeFree("--port", port);
    CompletableFuture<String> end = new CompletableFuture<>();
    List<CompletableFuture<String>> ends = new ArrayList<>(List.of(end));
    Deque<EmbeddedServer> servers = new ArrayDeque<>();
    TerminationSignals signals = new TerminationSignals(() -> end.complete(""));
    try {
      for (Binding binding : chosen) {
        EmbeddedServer server = start(binding, chosen.size() > 1);
        servers.push(server);
        announce(binding, server);
        ends.add(endOf(server, binding));
      }
      console().out().flush();
      console()
          .say("serving until " + (untilStdinEnds ? "standard input ends, or " : "") + "Ctrl-C");
      if (untilStdinEnds) {
        awaitEnd(System.in, end);
      }
      Object failure = CompletableFuture.anyOf(ends.toArray(new CompletableFuture<?>[0])).join();
      if (!failure.equals("")) {
        throw new ConnectFailedException(failure.toString());
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw e instanceof ConnectFailedException known
          ? known
          : new ConnectFailedException("embedded server: " + e.getMessage(), e);
    } finally {
      servers.forEach(EmbeddedServer::close);
      signals.close();
    }
  }

  private EmbeddedServer start(Binding binding, boolean several) throws IOException {
    EmbeddedServerBuilder<?> builder = Embedded.builder(binding);
    if (transports.plain) {
      builder.plain();
    } else if (transports.plainToo) {
      builder.allowPlain();
    } else {
      builder.requireSecureTransport();
    }
    if (directory != null) {
      builder.directory(several ? directory.resolve(binding.id()) : directory);
    }
    return builder.port(port).start();
  }

  /**
   * Prints one line for each way to connect. A password is printed only on request, since terminals
   * and build logs keep it. A file that only its owner can read has it in the format of {@code -P}.
   */
  private void announce(Binding binding, EmbeddedServer server) throws IOException {
    if (PASSWORD.matcher(server.url()).find() && !showPassword) {
      Path file = server.logFile().resolveSibling("url.properties");
      String url = binding.urlProperty() + "=" + server.url() + System.lineSeparator();
      PrivateFiles.write(file, url.getBytes(StandardCharsets.UTF_8));
      console()
          .say(
              "the password is not shown; connect with -P "
                  + file
                  + ", or start again with --show-password");
    }
    List<String> urls = new ArrayList<>(List.of(server.url()));
    if (transports.plainToo) {
      urls.add(binding.database().parse(server.url()).plain());
    }
    for (String url : urls) {
      console().print(showPassword ? url : PASSWORD.matcher(url).replaceFirst("//$1@"));
    }
  }

  /** Completes with a message if the server ends without being stopped. */
  private static CompletableFuture<String> endOf(EmbeddedServer server, Binding binding) {
    return ProcessHandle.of(server.pid())
        .map(ProcessHandle::onExit)
        .orElseGet(() -> CompletableFuture.completedFuture(null))
        .thenApply(
            ended ->
                "the embedded server of "
                    + binding.id()
                    + " has ended unexpectedly; with --directory see its server.log");
  }

  private static void awaitEnd(InputStream in, CompletableFuture<String> end) {
    Thread reader =
        new Thread(
            () -> {
              try {
                in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                // Unusable standard input counts as its end.
              }
              end.complete("");
            },
            "tlsbench-stdin");
    reader.setDaemon(true);
    reader.start();
  }
}
