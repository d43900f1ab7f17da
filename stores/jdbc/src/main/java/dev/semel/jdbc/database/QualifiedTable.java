package dev.semel.jdbc.database;

import dev.semel.jdbc.sql.DatabaseProduct;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the schema of a table that was named without one, so that statements can name it. An application may set another schema on its
 * connections for each thread, and threads send each other's calls: a record would be written to one table and searched in another.
 */
public final class QualifiedTable {
    private static final String SELECTED = "SELECT CONCAT('`', REPLACE(DATABASE(), '`', '``'), '`')";
    private static final Map<DatabaseProduct.Kind, String> QUESTIONS = Map.of(
            DatabaseProduct.Kind.POSTGRESQL,
            "SELECT quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('%s')",
            DatabaseProduct.Kind.MYSQL,
            SELECTED,
            DatabaseProduct.Kind.MARIADB,
            SELECTED);

    private QualifiedTable() {}

    /** Returns the name of a product's first table, which exists, with its schema in front; without one on SQLite and H2. */
    static String name(Connection connection, DatabaseProduct product) throws SQLException {
        String question = question(product);
        if (question == null || product.table().contains(".")) {
            return product.table();
        }
        try (PreparedStatement select = connection.prepareStatement(question);
                ResultSet found = select.executeQuery()) {
            String schema = found.next() ? found.getString(1) : null;
            return schema == null ? product.table() : schema + "." + product.table();
        }
    }

    /** Returns the query for the schema of a product's first table; {@code null} if its statements do not name one. */
    public static @Nullable String question(DatabaseProduct product) {
        String question = QUESTIONS.get(product.kind());
        return question == null
                ? null
                : product.named("schema: where is " + product.table(), question.formatted(product.table()));
    }
}
