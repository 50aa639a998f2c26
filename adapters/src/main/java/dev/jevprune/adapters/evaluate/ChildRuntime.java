package dev.jevprune.adapters.evaluate;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * With what a child is started: the same Java, the one jar or folder that holds this package, and
 * no more of the environment than how to reach the network.
 *
 * @param java the Java program
 * @param classPath where this package is
 * @param options further options of the Java program
 * @param variables how to reach the network: proxy and certificates
 * @param ownVariables what is needed without a network
 */
public record ChildRuntime(
    Path java,
    Path classPath,
    List<String> options,
    Map<String, String> variables,
    Map<String, String> ownVariables) {

  /** The variables that say how to reach the network. */
  public static final Set<String> NETWORK_VARIABLES =
      Set.of("HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE");

  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final List<String> FORWARDED_PROPERTIES =
      List.of(TRUST_STORE, "javax.net.ssl.trustStoreType", "javax.net.ssl.trustStoreProvider");

  /** Copies the lists. */
  public ChildRuntime {
    options = List.copyOf(options);
    variables = Map.copyOf(variables);
    ownVariables = Map.copyOf(ownVariables);
  }

  /**
   * The runtime of the Java that is running.
   *
   * @param properties the system properties; a trust store named there holds for the child too
   * @param environment of which {@link #NETWORK_VARIABLES} are taken
   */
  public static ChildRuntime of(Properties properties, Map<String, String> environment) {
    List<String> options = new ArrayList<>();
    for (String name : FORWARDED_PROPERTIES) {
      String value = properties.getProperty(name);
      if (value != null) {
        options.add("-D" + name + "=" + value);
      }
    }
    Map<String, String> own = new HashMap<>();
    own.put("LC_ALL", "C.UTF-8");
    // Windows finds no sockets without it.
    copy("SystemRoot", environment, own);
    copy("SSL_CERT_FILE", environment, own);
    String password = properties.getProperty(TRUST_STORE + "Password");
    if (password != null) {
      own.put(TransportMain.TRUST_STORE_PASSWORD, password);
    }
    Map<String, String> network = new HashMap<>(own);
    NETWORK_VARIABLES.forEach(name -> copy(name, environment, network));
    Path java = Path.of(properties.getProperty("java.home", ""), "bin", "java");
    return new ChildRuntime(java, ownPlace(), options, network, own);
  }

  private static void copy(String name, Map<String, String> from, Map<String, String> to) {
    String value = from.get(name);
    if (value != null && !value.isEmpty()) {
      to.put(name, value);
    }
  }

  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            // A warning of the JVM would stand in front of the report.
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "-Dfile.encoding=UTF-8"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath.toString()));
    return command;
  }

  private static Path ownPlace() {
    try {
      return Path.of(
          TransportMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The place of the product's own classes has no path.", e);
    }
  }
}
