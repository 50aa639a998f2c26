package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The database of OpenCode or of Hermes, message by message. The tables say whose it is. Only the
 * columns that exist are asked for: a host adds and drops some from version to version.
 */
final class DatabaseSource implements BatchSource {
  private static final int BATCH_BYTES = 1 << 18;

  private final DatabaseFile file;
  private final RecordFormat format;
  private final BodyReader bodies;
  private final Iterator<String> sessions;
  private Optional<PreparedStatement> statement = Optional.empty();
  private Optional<ResultSet> rows = Optional.empty();

  private DatabaseSource(
      DatabaseFile file, RecordFormat format, BodyReader bodies, List<String> sessions) {
    this.file = file;
    this.format = format;
    this.bodies = bodies;
    this.sessions = sessions.iterator();
  }

  static DatabaseSource open(Path path, BodyReader bodies) throws IOException {
    DatabaseFile file = DatabaseFile.open(path);
    try {
      Set<String> tables = tables(file.connection());
      if (tables.containsAll(Set.of("session", "message", "part"))) {
        return new DatabaseSource(
            file,
            Detection.OPENCODE,
            bodies,
            ids(file.connection(), "select id from session order by time_created, id"));
      }
      if (tables.containsAll(Set.of("sessions", "messages"))) {
        return new DatabaseSource(
            file,
            Detection.HERMES,
            bodies,
            ids(file.connection(), "select id from sessions order by started_at, id"));
      }
      throw new IOException("This database is neither OpenCode's nor Hermes'.");
    } catch (SQLException | IOException e) {
      file.close();
      throw e instanceof IOException io ? io : unreadable((SQLException) e);
    }
  }

  RecordFormat format() {
    return format;
  }

  private static IOException unreadable(SQLException e) {
    return new IOException("The database cannot be read: " + e.getMessage(), e);
  }

  private static Set<String> tables(Connection connection) throws SQLException {
    return new HashSet<>(ids(connection, "select name from sqlite_master where type = 'table'"));
  }

  private static List<String> ids(Connection connection, String query) throws SQLException {
    List<String> ids = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
    }
    return ids;
  }

  @Override
  public Optional<Batch> next() throws IOException {
    try {
      List<JsonObject> heads = new ArrayList<>();
      List<Row> read = new ArrayList<>();
      long bytes = 0;
      if (rows.isEmpty()) {
        if (!sessions.hasNext()) {
          return Optional.empty();
        }
        heads.add(start(sessions.next()));
      }
      ResultSet result = rows.orElseThrow();
      while (bytes < BATCH_BYTES) {
        if (!result.next()) {
          closeRows();
          break;
        }
        Row row = row(result);
        bytes += row.size();
        read.add(row);
      }
      return Optional.of(new Batch(bytes, out -> read(heads, read, out)));
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private long read(List<JsonObject> heads, List<Row> read, Consumer<Event> out) {
    heads.forEach(head -> format.read(head, bodies, out));
    long broken = 0;
    for (Row row : read) {
      Optional<JsonObject> record = row.record();
      record.ifPresent(object -> format.read(object, bodies, out));
      broken += record.isPresent() ? 0 : 1;
    }
    return broken;
  }

  /** Opens the rows of a session and says what its head record is. */
  private JsonObject start(String session) throws SQLException {
    boolean hermes = format == Detection.HERMES;
    PreparedStatement query =
        file.connection()
            .prepareStatement(
                hermes
                    ? "select * from messages where session_id = ? order by id"
                    : "select m.id, m.data, (select json_group_array(json(p.data)) from (select data"
                        + " from part where message_id = m.id order by id) p) from message m where"
                        + " m.session_id = ? order by m.time_created, m.id");
    query.setString(1, session);
    statement = Optional.of(query);
    rows = Optional.of(query.executeQuery());
    return hermes
        ? head(session)
        : JsonObject.builder().put("info", JsonObject.builder().put("id", session).build()).build();
  }

  private JsonObject head(String session) throws SQLException {
    try (PreparedStatement query =
        file.connection().prepareStatement("select * from sessions where id = ?")) {
      query.setString(1, session);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? object(row) : JsonObject.EMPTY;
      }
    }
  }

  private Row row(ResultSet result) throws SQLException {
    return format == Detection.HERMES
        ? new HermesRow(object(result))
        : new OpenCodeRow(text(result, 1), text(result, 2), text(result, 3));
  }

  private static String text(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    return text == null ? "" : text;
  }

  private static JsonObject object(ResultSet row) throws SQLException {
    Map<String, Json> members = new LinkedHashMap<>();
    ResultSetMetaData columns = row.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      Object value = row.getObject(i);
      Json json =
          value instanceof String text
              ? Json.of(text)
              : value instanceof Number number ? number(number) : JsonNull.NULL;
      members.put(columns.getColumnName(i).toLowerCase(Locale.ROOT), json);
    }
    return new JsonObject(members);
  }

  private static Json number(Number number) {
    return number instanceof Double real
        ? Double.isFinite(real) ? JsonNumber.of(real) : JsonNull.NULL
        : Json.of(number.longValue());
  }

  /** A row, turned into a record in another thread. */
  private interface Row {
    long size();

    Optional<JsonObject> record();
  }

  private record HermesRow(JsonObject object) implements Row {
    @Override
    public long size() {
      return Records.text(object, "content").length() + 200L;
    }

    @Override
    public Optional<JsonObject> record() {
      return Optional.of(object);
    }
  }

  private record OpenCodeRow(String id, String data, String parts) implements Row {
    @Override
    public long size() {
      return data.length() + (long) parts.length();
    }

    @Override
    public Optional<JsonObject> record() {
      return parse("{\"info\":" + data + ",\"parts\":" + (parts.isEmpty() ? "[]" : parts) + "}")
          .map(
              record ->
                  record
                      .with("info", Records.object(record, "info").with("id", Json.of(id)))
                      .with("parts", record.array("parts").orElse(JsonArray.EMPTY)));
    }

    private static Optional<JsonObject> parse(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return TreeReader.line(bytes, 0, bytes.length);
    }
  }

  private void closeRows() throws SQLException {
    if (rows.isPresent()) {
      rows.get().close();
    }
    if (statement.isPresent()) {
      statement.get().close();
    }
    rows = Optional.empty();
    statement = Optional.empty();
  }

  @Override
  public void close() throws IOException {
    try {
      closeRows();
    } catch (SQLException e) {
      throw unreadable(e);
    } finally {
      file.close();
    }
  }
}
