package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A settings file of {@code NAME=value} lines. Only the names we know count; other lines are not
 * even looked at, since the file may belong to other programs too. No message quotes a value.
 */
final class EnvFile {

  /** The longest file that is read. */
  static final int MAX_BYTES = 65_536;

  private static final String EXPORT = "export ";

  private final Path file;
  private final Set<String> names;

  EnvFile(Path file, Set<String> names) {
    this.file = file;
    this.names = names;
  }

  /** Whether anything stands at the file's place. */
  boolean exists() {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The values of the known names; the last line of a name counts.
   *
   * @throws EvaluatorException if the file cannot be read, or a line of a known name is malformed
   */
  Map<String, String> read() throws EvaluatorException {
    String text = text();
    Map<String, String> values = new LinkedHashMap<>();
    int number = 0;
    for (String line : Blank.lines(text.startsWith("\ufeff") ? text.substring(1) : text)) {
      number++;
      read(Blank.trim(line), number, values);
    }
    return values;
  }

  private void read(String line, int number, Map<String, String> into) throws EvaluatorException {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String setting = line.startsWith(EXPORT) ? line.substring(EXPORT.length()) : line;
    int equals = setting.indexOf('=');
    String name = Blank.trim(equals < 0 ? setting : setting.substring(0, equals));
    if (!names.contains(name)) {
      return;
    }
    String value = equals < 0 ? "" : Blank.trim(setting.substring(equals + 1));
    if (equals < 0 || value.indexOf('\0') >= 0) {
      throw new EvaluatorException(
          Kind.ENV_LINE, place(number) + " is not of the form " + name + "=value. Correct it.");
    }
    into.put(name, unquoted(value, name, number));
  }

  private String unquoted(String value, String name, int number) throws EvaluatorException {
    char first = value.isEmpty() ? ' ' : value.charAt(0);
    if (first != '"' && first != '\'') {
      return value;
    }
    if (value.length() < 2 || value.charAt(value.length() - 1) != first) {
      throw new EvaluatorException(
          Kind.ENV_QUOTE,
          place(number) + " opens a quote for " + name + " and does not close it. Correct it.");
    }
    return value.substring(1, value.length() - 1);
  }

  private String place(int number) {
    return "Line " + number + " of " + file;
  }

  private String text() throws EvaluatorException {
    if (!Files.isRegularFile(file)) {
      throw unreadable(Files.isDirectory(file) ? "it is a folder" : "it is no plain file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw unreadable("it has more than " + MAX_BYTES + " bytes");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw unreadable("it is not UTF-8 text");
    } catch (IOException e) {
      throw unreadable("it is not readable");
    }
  }

  private EvaluatorException unreadable(String why) {
    return new EvaluatorException(
        Kind.ENV_UNREADABLE,
        file + " cannot be used: " + why + ". Correct it or move it away. Nothing was sent.");
  }
}
