package dev.semel.jdbc.database;

import dev.semel.StoreException;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.store.MissingSchemaException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** The tables: their columns, and the scripts that create them. */
public final class Schema {
    private static final Pattern COMMENT = Pattern.compile("(?m)^--.*$");
    private static final Pattern CREATE = Pattern.compile("^CREATE (TABLE|INDEX) ");

    /** The tables of records. */
    public static final SqlDatabase.Tables RECORDS = new SqlDatabase.Tables(
            1, "V1__semel.sql", "semel_record", Map.of("", Row.COLUMNS + ", operation, scope, record_key"));

    private final DatabaseProduct product;
    private final SqlDatabase.Tables tables;
    private final String version;
    private final List<String> probes;

    /** Composes the statements that check the tables. */
    public Schema(DatabaseProduct product, SqlDatabase.Tables tables) {
        this.product = product;
        this.tables = tables;
        String table = product.table();
        this.version = product.named(
                "schema: " + tables.defaultName() + " version", "SELECT MAX(version) FROM " + table + "_schema");
        this.probes = tables.columns().entrySet().stream()
                .map(each -> product.named(
                        "schema: " + tables.defaultName() + each.getKey(),
                        "SELECT " + each.getValue() + " FROM " + table + each.getKey() + " WHERE 1 = 0"))
                .toList();
    }

    /**
     * Checks that the tables are there, with all columns and the right version.
     *
     * @throws StoreException if they are not, with what to do
     */
    void check(Connection connection) throws SQLException {
        int found;
        try {
            found = version(connection);
            probe(connection);
        } catch (SQLException e) {
            if (product.isMissing(e)) {
                throw new MissingSchemaException(
                        "the table " + product.table() + " or one of its columns is missing in this database: run "
                                + resource()
                                + " of semel-store-jdbc (with Flyway, Liquibase or by hand), or set createSchema(true); if the"
                                + " table exists, it lacks a column: see the upgrade notes of Semel",
                        product.table(),
                        resource(),
                        e);
            }
            throw e;
        }
        if (found != tables.version()) {
            throw new StoreException(
                    "the table " + product.table() + " has schema version " + found
                            + ", and this version of Semel needs "
                            + tables.version() + ": run the missing scripts in " + folder()
                            + ", or use a matching version of Semel",
                    null);
        }
    }

    /**
     * Creates missing tables. Two nodes may do so concurrently, and if one dies halfway, the next one completes it: the version is written
     * last, and existing tables are left unchanged.
     */
    void create(Connection connection) throws SQLException {
        if (isThere(connection, true)) {
            return;
        }
        try {
            for (String statement : COMMENT.matcher(script()).replaceAll("").split(";", -1)) {
                if (!statement.isBlank()) {
                    DatabaseProduct.execute(
                            connection, CREATE.matcher(statement.strip()).replaceFirst("CREATE $1 IF NOT EXISTS "));
                }
            }
        } catch (SQLException e) {
            awaitAnother(connection, e);
        }
    }

    private void awaitAnother(Connection connection, SQLException failure) throws SQLException {
        // The version is written last, so a table with a version is complete.
        for (int i = 0; i < 50 && !isThere(connection, false); i++) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failure;
            }
        }
        if (!isThere(connection, false)) {
            throw failure;
        }
        check(connection);
    }

    private boolean isThere(Connection connection, boolean whole) throws SQLException {
        try {
            if (whole) {
                probe(connection);
            }
            return version(connection) > 0;
        } catch (SQLException e) {
            if (product.isMissing(e)) {
                return false;
            }
            throw e;
        }
    }

    private int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(version)) {
            found.next();
            return found.getInt(1);
        }
    }

    private void probe(Connection connection) throws SQLException {
        for (String probe : probes) {
            DatabaseProduct.execute(connection, probe);
        }
    }

    private String folder() {
        return "dev/semel/jdbc/schema/" + product.name();
    }

    private String resource() {
        return folder() + "/" + tables.script();
    }

    private String script() {
        try (InputStream in = Objects.requireNonNull(
                Schema.class.getResourceAsStream("/" + resource()), "the schema is part of the jar")) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            // The name of an index has no schema.
            String plain = product.table().substring(product.table().indexOf('.') + 1);
            return Pattern.compile(" " + tables.defaultName() + "(\\w*_(?:expires_at|kept_until))?")
                    .matcher(script)
                    .replaceAll(found -> found.group(1) == null ? " " + product.table() : " " + plain + found.group(1));
        } catch (IOException e) {
            throw new StoreException("the schema " + resource() + " could not be read from the jar", e);
        }
    }
}
