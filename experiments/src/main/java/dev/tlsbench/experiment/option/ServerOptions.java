package dev.tlsbench.experiment.option;

import dev.tlsbench.client.BindingNames;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.ycsb.session.Binding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select the server and its properties, for every command. */
public final class ServerOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description =
          "URL of the server. Default: the binding's property, such as mysql.url, else an embedded"
              + " server.")
  private @Nullable String url;

  @Option(
      names = "--plain-url",
      paramLabel = "URL",
      description =
          "URL of the port for plain connections, if it is a separate one. Default: the property"
              + " plain.url, else the URL without its TLS options.")
  private @Nullable String plainUrl;

  @Option(
      names = "--binding",
      paramLabel = "NAME",
      completionCandidates = BindingNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES}. Default: that of the URL; without a URL the first of these.")
  private @Nullable String binding;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description =
          "Property file; may be repeated, later files override. A relative path is resolved here,"
              + " then in the home of tlsbench.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description =
          "Property, such as tls.caFile=ca.pem; overrides files, which override the environment"
              + " (TLSBENCH_P_TLS_CAFILE).")
  private List<String> properties = new ArrayList<>();

  public boolean namesServer() {
    return url != null || binding != null || plainUrl != null;
  }

  /** Completes an address without a scheme to a URL. */
  public interface Completion {
    String url(String address) throws ConnectFailedException;
  }

  /** Replaces a URL that is no more than host and port. */
  public void complete(Predicate<String> isAddress, Completion completion)
      throws ConnectFailedException {
    if (url != null && isAddress.test(url)) {
      url = completion.url(url);
    }
  }

  /** Opens the target, and hides its passwords in all output. */
  public Target open(Console console) throws ConnectFailedException {
    return open(console, Binding.all().get(0));
  }

  /**
   * Opens the target, and hides its passwords in all output.
   *
   * @param usual the database unless URL, option or property names one
   */
  public Target open(Console console, Binding usual) throws ConnectFailedException {
    Properties given = given(console, console.environment());
    Target target = Target.open(bindingOf(given, usual), given, console::say);
    console.warnOf(target.binding(), target.properties());
    return target;
  }

  /** Opens the target of another URL, with the same properties. */
  public Target open(Console console, String other) throws ConnectFailedException {
    ServerOptions own = new ServerOptions();
    own.url = other;
    own.binding = binding;
    own.files = files;
    own.properties = properties;
    return own.open(console);
  }

  /**
   * Returns the experiment's server for one of its steps. Properties from the environment apply to
   * the experiment, not to steps.
   */
  public Target lend(Console console, Target whole) {
    if (url != null || binding != null) {
      throw new InvalidSettingException(
          "run: a step uses the server of its experiment; omit URL and --binding");
    }
    Target target = whole.lend(given(console, Map.of()));
    console.warnOf(target.binding(), target.properties());
    return target;
  }

  private Properties given(Console console, Map<String, String> environment) {
    List<String> assignments = new ArrayList<>(properties);
    if (url != null) {
      assignments.add(Binding.ofUrl(url).urlProperty() + "=" + url);
    }
    if (plainUrl != null) {
      assignments.add(PlainUrl.PROPERTY + "=" + plainUrl);
    }
    GivenProperties given = GivenProperties.of(environment, files, assignments);
    console.secrets().watch(given.properties());
    given.notes().forEach(console::warn);
    Properties read = given.properties();
    Workloads.check(read);
    return read;
  }

  private Binding bindingOf(Properties given, Binding usual) {
    Binding named = binding == null ? null : Binding.of(binding);
    if (url == null) {
      return named == null ? inferred(given, usual) : named;
    }
    Binding ofUrl = Binding.ofUrl(url);
    if (named != null && named != ofUrl) {
      throw new InvalidSettingException(
          "--binding: %s does not match the URL, which is of %s; omit it"
              .formatted(named.id(), ofUrl.id()));
    }
    return ofUrl;
  }

  /** A property may name the server too, as for bin/ycsb. */
  private static Binding inferred(Properties given, Binding usual) {
    List<Binding> named =
        Binding.all().stream().filter(one -> given.containsKey(one.urlProperty())).toList();
    if (named.size() > 1) {
      throw new InvalidSettingException(
          "--binding: "
              + named.stream().map(Binding::urlProperty).collect(Collectors.joining(" and "))
              + " are given; name the binding to use");
    }
    return named.isEmpty() ? usual : named.get(0);
  }
}
