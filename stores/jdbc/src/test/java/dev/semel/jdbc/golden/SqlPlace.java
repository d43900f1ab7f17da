package dev.semel.jdbc.golden;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.testkit.GoldenContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** Private tables, and a script of inserts for their rows. */
final class SqlPlace<S extends AutoCloseable> implements GoldenContract.Place<S> {
    private final DataSource pool;
    private final String usual;
    private final List<String> suffixes;
    private final String bytes;
    private final String table = "golden_" + UUID.randomUUID().toString().substring(0, 8);
    private final S store;

    SqlPlace(DataSource pool, String usual, List<String> suffixes, String bytes, Function<String, S> store) {
        this.pool = pool;
        this.usual = usual;
        this.suffixes = suffixes;
        this.bytes = bytes;
        this.store = store.apply(table);
    }

    @Override
    public S store() {
        return store;
    }

    @Override
    public String dump() throws SQLException {
        StringBuilder script = new StringBuilder();
        try (Connection connection = pool.getConnection()) {
            for (String suffix : suffixes) {
                String select = "SELECT * FROM " + table + suffix + " ORDER BY digest";
                try (PreparedStatement all = connection.prepareStatement(select);
                        ResultSet row = all.executeQuery()) {
                    while (row.next()) {
                        script.append(insert(usual + suffix, row));
                    }
                }
            }
        }
        return script.toString();
    }

    private String insert(String into, ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnName(i).toLowerCase(Locale.ROOT));
            values.add(literal(row, i));
        }
        return "INSERT INTO " + into + " (" + String.join(", ", names) + ") VALUES (\n    "
                + String.join(",\n    ", values) + ");\n";
    }

    private String literal(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        if (value == null) {
            return "NULL";
        } else if (value instanceof Number) {
            return value.toString();
        } else if (value instanceof String text) {
            return "'" + text.replace("'", "''") + "'";
        }
        return bytes.formatted(HexFormat.of().formatHex(row.getBytes(column)));
    }

    @Override
    public void load(String file) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            for (String insert : file.split(";\n", -1)) {
                if (!insert.isBlank()) {
                    Dialect.execute(connection, insert.replace("INTO " + usual, "INTO " + table));
                }
            }
        }
    }

    @Override
    public void close() {
        List<String> all = new ArrayList<>(suffixes);
        all.add("_schema");
        try (Connection connection = pool.getConnection()) {
            store.close();
            for (String suffix : all) {
                Dialect.execute(connection, "DROP TABLE " + table + suffix);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
