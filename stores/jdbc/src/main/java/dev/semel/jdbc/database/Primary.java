package dev.semel.jdbc.database;

import dev.semel.StoreException;
import dev.semel.jdbc.sql.DatabaseProduct;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a connection leads to a server that accepts writes. A standby, or a replica behind a read/write splitter, may return rows
 * that the primary has changed since.
 */
public final class Primary {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final String INNO_DB = "SELECT @@read_only, @@innodb_read_only";
    private static final Map<String, String> QUESTIONS = Map.of(
            "postgresql",
            "SELECT pg_is_in_recovery()::text, current_setting('transaction_read_only')",
            "mysql",
            INNO_DB,
            "mariadb",
            INNO_DB);
    private static final List<String> NO = List.of("0", "off", "false");

    private Primary() {}

    /**
     * Asks the server.
     *
     * @throws StoreException if it is a standby or read-only
     */
    static void check(Connection connection, DatabaseProduct product) {
        String question = question(product);
        if (question != null && isReadOnly(connection, question)) {
            throw new StoreException(
                    "the connection leads to a standby or a read-only server; records must be read and written on the"
                            + " primary: pass a DataSource that always leads there",
                    null);
        }
    }

    /** Returns the query for the server's mode; {@code null} if it can't be a standby. */
    public static @Nullable String question(DatabaseProduct product) {
        String question = QUESTIONS.get(product.name());
        return question == null ? null : product.named("settings: read-only", question);
    }

    /** Returns false if the query fails, since such a server has no read-only mode. */
    private static boolean isReadOnly(Connection connection, String question) {
        try (PreparedStatement select = connection.prepareStatement(question);
                ResultSet found = select.executeQuery()) {
            found.next();
            return isYes(found.getString(1)) || isYes(found.getString(2));
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not report whether it is read-only", e);
            return false;
        }
    }

    private static boolean isYes(@Nullable String answer) {
        return answer != null && NO.stream().noneMatch(answer::equalsIgnoreCase);
    }
}
