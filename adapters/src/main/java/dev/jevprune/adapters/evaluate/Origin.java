package dev.jevprune.adapters.evaluate;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/** Where requests may go: one fixed address, or this machine. Uses the JDK alone. */
final class Origin {

  /** The remote service. No setting changes it. */
  static final URI TYPESAFE = URI.create("https://api.typesafe.ai/v1/systemone");

  private static final String PATH = "/v1/systemone";

  private Origin() {}

  /**
   * Whether the url names this machine and nothing else: a loopback name or address, no user part.
   */
  static boolean isLoopback(URI url) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    String host = url.getHost();
    if (host == null
        || url.getRawUserInfo() != null
        || !(scheme.equals("http") || scheme.equals("https"))) {
      return false;
    }
    boolean spelled =
        host.equalsIgnoreCase("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.[0-9]{1,3}){3}");
    if (!spelled) {
      return false;
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The url with the usual path when it has none of its own. */
  static URI withPath(URI url) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    String whole =
        path.isEmpty() || path.equals("/")
            ? PATH
            : path.equals("/v1") || path.equals("/v1/") ? PATH : path;
    return URI.create(url.getScheme() + "://" + url.getRawAuthority() + whole);
  }
}
