package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.TransportReport.Word;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

/** One POST: not redirected, not repeated, and no more read than a reply may be long. */
final class TransportCall {

  /** The longest reply; the same bound as the core's, which is not on the child's class path. */
  static final int MAX_REPLY_BYTES = 32_000;

  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,100}");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,5}");
  private static final Pattern TUNNEL = Pattern.compile("HTTP/[0-9.]+ ([0-9]{3})");

  private final URI url;
  private final Optional<String> key;
  private final Map<String, String> variables;

  TransportCall(URI url, Optional<String> key, Map<String, String> variables) {
    this.url = url;
    this.key = key;
    this.variables = variables;
  }

  TransportReport post(byte[] body) {
    Optional<ProxySettings> proxy;
    try {
      proxy = ProxySettings.of(url, variables);
    } catch (IllegalArgumentException e) {
      return TransportReport.of(Word.PROXY_ADDRESS);
    }
    try {
      HttpURLConnection connection = open(proxy);
      try {
        return exchange(connection, body);
      } finally {
        connection.disconnect();
      }
    } catch (GeneralSecurityException e) {
      return TransportReport.of(Word.CERTIFICATES);
    } catch (SSLException e) {
      return TransportReport.of(Word.TLS);
    } catch (ConnectException | NoRouteToHostException | UnknownHostException e) {
      return TransportReport.of(proxy.isPresent() ? Word.PROXY : Word.CONNECT);
    } catch (IOException e) {
      Matcher tunnel = TUNNEL.matcher(String.valueOf(e.getMessage()));
      return proxy.isPresent() && tunnel.find()
          ? TransportReport.of(Word.PROXY, Integer.parseInt(tunnel.group(1)), "")
          : TransportReport.of(Word.BROKEN);
    }
  }

  private HttpURLConnection open(Optional<ProxySettings> proxy)
      throws IOException, GeneralSecurityException {
    proxy.ifPresent(ProxySettings::useCredentials);
    HttpURLConnection connection =
        (HttpURLConnection)
            (proxy.isPresent()
                ? url.toURL().openConnection(proxy.get().proxy())
                : url.toURL().openConnection(java.net.Proxy.NO_PROXY));
    String certificates = variables.getOrDefault("SSL_CERT_FILE", "");
    if (connection instanceof HttpsURLConnection secure && !certificates.isEmpty()) {
      secure.setSSLSocketFactory(Certificates.factory(certificates));
    }
    return connection;
  }

  private TransportReport exchange(HttpURLConnection connection, byte[] body) throws IOException {
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("Accept", "application/json");
    connection.setRequestProperty("User-Agent", "jev-prune");
    key.ifPresent(value -> connection.setRequestProperty("Authorization", "Bearer " + value));
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    String id = header(connection, "x-typesafe-request-id", REQUEST_ID);
    if (status == HttpURLConnection.HTTP_OK) {
      try (InputStream in = connection.getInputStream()) {
        byte[] reply = in.readNBytes(MAX_REPLY_BYTES + 1);
        return reply.length > MAX_REPLY_BYTES
            ? TransportReport.of(Word.TOO_LONG)
            : new TransportReport(Word.OK, status, id, reply);
      }
    }
    if (status < 0) {
      return TransportReport.of(Word.BROKEN);
    }
    if (status >= 300 && status < 400) {
      return TransportReport.of(Word.REDIRECT, status, id);
    }
    String seconds = header(connection, "Retry-After", SECONDS);
    return (status == 429 || status == 503 || status == 529) && !seconds.isEmpty()
        ? new TransportReport(Word.WAIT, status, seconds, new byte[0])
        : TransportReport.of(Word.STATUS, status, id);
  }

  /** A header that is what it should be; anything else stays with the one who sent it. */
  private static String header(HttpURLConnection connection, String name, Pattern form) {
    String value = connection.getHeaderField(name);
    return value != null && form.matcher(value).matches() ? value : "";
  }
}
