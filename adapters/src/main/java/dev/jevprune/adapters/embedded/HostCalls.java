package dev.jevprune.adapters.embedded;

import java.nio.charset.CharacterCodingException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;

/** The few Java functions behind the stand-ins for Node's built-ins. */
final class HostCalls {
  private HostCalls() {}

  static ProxyObject of(HostSettings settings) {
    DiskCalls disk = new DiskCalls(settings.folder());
    return ProxyObject.fromMap(
        Map.ofEntries(
            Map.entry("startMillis", settings.startMillis()),
            Map.entry("environment", ProxyObject.fromMap(Map.copyOf(settings.environment()))),
            Map.entry("platform", "linux"),
            Map.entry("uid", settings.uid()),
            Map.entry("cwd", settings.folder().toString()),
            Map.entry("utf8", function(a -> array(Utf8.encode(a[0].asString())))),
            Map.entry("utf8Length", function(a -> Utf8.encode(a[0].asString()).length)),
            Map.entry("fromUtf8", function(a -> Utf8.decode(bytes(a[0])))),
            Map.entry("fromUtf8Strict", function(a -> strictly(bytes(a[0])))),
            Map.entry("sha256", function(a -> sha256(bytes(a[0])))),
            Map.entry("sha256Text", function(a -> sha256(Utf8.encode(a[0].asString())))),
            Map.entry("file", function(disk::call)),
            Map.entry("connect", function(a -> connect(settings.network(), a))),
            Map.entry("spawn", function(a -> spawn(settings.network(), a)))));
  }

  private interface Function {
    Object apply(Value... arguments);
  }

  private static ProxyExecutable function(Function function) {
    return function::apply;
  }

  private static Object connect(Network network, Value... arguments) {
    Value events = arguments[1];
    Consumer<byte[]> written =
        network.connect(
            arguments[0].asString(),
            new Network.Peer() {
              @Override
              public void open() {
                events.invokeMember("open");
              }

              @Override
              public void data(byte[] bytes) {
                events.invokeMember("data", array(bytes));
              }

              @Override
              public void end() {
                events.invokeMember("end");
              }

              @Override
              public void fail(String code) {
                events.invokeMember("fail", code);
              }
            });
    return (ProxyExecutable)
        bytes -> {
          written.accept(bytes(bytes[0]));
          return true;
        };
  }

  private static Object spawn(Network network, Value... arguments) {
    List<String> command = new ArrayList<>();
    for (long i = 0; i < arguments[0].getArraySize(); i++) {
      command.add(arguments[0].getArrayElement(i).asString());
    }
    Map<String, String> environment = new TreeMap<>();
    for (String name : arguments[1].getMemberKeys()) {
      environment.put(name, arguments[1].getMember(name).asString());
    }
    return network.spawn(command, environment).name().toLowerCase(Locale.ROOT);
  }

  private static String strictly(byte[] bytes) {
    try {
      return Utf8.decodeStrictly(bytes);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("The encoded data was not valid", e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  static byte[] bytes(Value array) {
    byte[] bytes = new byte[(int) array.getArraySize()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) array.getArrayElement(i).asInt();
    }
    return bytes;
  }

  static ProxyArray array(byte[] bytes) {
    return new ProxyArray() {
      @Override
      public Object get(long index) {
        return bytes[(int) index] & 0xFF;
      }

      @Override
      public void set(long index, Value value) {
        throw new UnsupportedOperationException("read only");
      }

      @Override
      public long getSize() {
        return bytes.length;
      }
    };
  }
}
