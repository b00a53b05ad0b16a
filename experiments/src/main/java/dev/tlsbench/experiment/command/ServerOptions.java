package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.client.PropertyFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which server, and with which properties: the same for every command. */
final class ServerOptions {
  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description =
          "mongodb://…, mysql://… or jdbc:mysql://…; without it an embedded server is used.")
  private @Nullable String url;

  @Option(
      names = "--binding",
      paramLabel = "NAME",
      description = "mongodb-tls (the default without a URL) or mysql-tls.")
  private @Nullable String binding;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description =
          "Property file; several are read in order. A relative path is looked for here, then in"
              + " the home of tlsbench.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "Property, such as tls.caFile=ca.pem; overrides those of files.")
  private List<String> properties = new ArrayList<>();

  /**
   * Opens the target, and sees to it that its passwords are not printed.
   *
   * @throws ConnectFailedException if an embedded server does not start
   * @throws InvalidSettingException if URL, binding or a property is wrong
   */
  Target open(Tlsbench tlsbench) throws ConnectFailedException {
    return open(tlsbench, Binding.MONGODB);
  }

  /**
   * Opens the target, and sees to it that its passwords are not printed.
   *
   * @param usual the database if neither URL nor option nor property says one
   * @throws ConnectFailedException if an embedded server does not start
   * @throws InvalidSettingException if URL, binding or a property is wrong
   */
  Target open(Tlsbench tlsbench, Binding usual) throws ConnectFailedException {
    Properties given = properties();
    tlsbench.protect(given);
    Target lent = tlsbench.lent();
    if (lent != null) {
      if (url != null || binding != null) {
        throw new InvalidSettingException(
            "run: a step takes the server of its experiment; leave out URL and --binding");
      }
      return lent.lend(given);
    }
    return Target.open(bindingOf(given, usual), given, tlsbench::say);
  }

  private Properties properties() {
    Properties merged = new Properties();
    files.forEach(file -> merged.putAll(PropertyFiles.read(file)));
    for (String property : properties) {
      int equals = property.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException(
            "-p "
                + property.split("[^A-Za-z0-9_.-]", 2)[0]
                + ": no value; write it as -p name=value");
      }
      merged.setProperty(property.substring(0, equals), property.substring(equals + 1));
    }
    return merged;
  }

  private Binding bindingOf(Properties given, Binding usual) {
    Binding named = binding == null ? null : Binding.of(binding);
    if (url == null) {
      return named == null ? inferred(given, usual) : named;
    }
    Binding ofUrl = Target.bindingOf(url);
    if (named != null && named != ofUrl) {
      throw new InvalidSettingException(
          "--binding: " + named.id() + " does not take a URL of " + ofUrl.id() + "; leave it out");
    }
    given.setProperty(ofUrl.urlProperty(), url);
    return ofUrl;
  }

  /** A property may name the server too, as it does for bin/ycsb. */
  private static Binding inferred(Properties given, Binding usual) {
    boolean mySql = given.containsKey(Binding.MYSQL.urlProperty());
    if (mySql && given.containsKey(Binding.MONGODB.urlProperty())) {
      throw new InvalidSettingException(
          "--binding: both mongodb.url and mysql.url are given; say which to use");
    }
    if (given.containsKey(Binding.MONGODB.urlProperty())) {
      return Binding.MONGODB;
    }
    return mySql ? Binding.MYSQL : usual;
  }
}
