package dev.jevprune.adapters.evaluate;

import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The proxy that the environment names for an https address: {@code HTTPS_PROXY} or {@code
 * https_proxy}, unless {@code NO_PROXY} or {@code no_proxy} lists the host. Plain http goes to this
 * machine only and never through a proxy. Uses the JDK alone.
 */
final class ProxySettings {

  private static final int DEFAULT_PORT = 8080;

  private final InetSocketAddress address;
  private final Optional<String> credentials;

  private ProxySettings(InetSocketAddress address, Optional<String> credentials) {
    this.address = address;
    this.credentials = credentials;
  }

  /**
   * The proxy for {@code url}, if there is one.
   *
   * @throws IllegalArgumentException if the variable does not name a proxy that can be used
   */
  static Optional<ProxySettings> of(URI url, Map<String, String> variables) {
    String proxy = first(variables, "https_proxy", "HTTPS_PROXY");
    if (!"https".equals(url.getScheme())
        || proxy.isEmpty()
        || excluded(url, first(variables, "no_proxy", "NO_PROXY"))) {
      return Optional.empty();
    }
    URI uri = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
    if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException("not an http proxy");
    }
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return Optional.of(
        new ProxySettings(
            new InetSocketAddress(uri.getHost(), port), Optional.ofNullable(uri.getRawUserInfo())));
  }

  Proxy proxy() {
    return new Proxy(Proxy.Type.HTTP, address);
  }

  /** Answers the proxy, and nobody else, when it asks for a password. */
  void useCredentials() {
    if (credentials.isEmpty()) {
      return;
    }
    String[] parts = credentials.get().split(":", 2);
    PasswordAuthentication answer =
        new PasswordAuthentication(
            decode(parts[0]), decode(parts.length > 1 ? parts[1] : "").toCharArray());
    Authenticator.setDefault(
        new Authenticator() {
          @Override
          protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            return getRequestorType() == RequestorType.PROXY ? answer : null;
          }
        });
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static boolean excluded(URI url, String list) {
    String host = url.getHost().toLowerCase(Locale.ROOT);
    for (String entry : list.toLowerCase(Locale.ROOT).split(",", -1)) {
      String name = entry.trim().replaceFirst("^\\*?\\.", "").replaceFirst(":[0-9]+$", "");
      if (name.equals("*") || name.equals(host) || (!name.isEmpty() && host.endsWith("." + name))) {
        return true;
      }
    }
    return false;
  }

  private static String first(Map<String, String> variables, String name, String other) {
    String value = variables.getOrDefault(name, "");
    return (value.isEmpty() ? variables.getOrDefault(other, "") : value).trim();
  }
}
