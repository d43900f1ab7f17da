package dev.semel.jdbc.database;

import dev.semel.jdbc.sql.DatabaseProduct;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a connection leads to a server that takes writes. A standby, or a replica behind a read/write splitter, may answer reads of what
 * the primary has changed since.
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
                    "the connection leads to a standby or a server that is read-only; records have to be read and written on the"
                            + " primary: give the store a DataSource that always leads there",
                    null);
        }
    }

    /** What to ask the server; {@code null} if it can't be a standby. */
    public static @Nullable String question(DatabaseProduct product) {
        String question = QUESTIONS.get(product.name());
        return question == null ? null : product.named("settings: read-only", question);
    }

    /** A server that does not know the question has no such state. */
    private static boolean isReadOnly(Connection connection, String question) {
        try (PreparedStatement select = connection.prepareStatement(question);
                ResultSet found = select.executeQuery()) {
            found.next();
            return isYes(found.getString(1)) || isYes(found.getString(2));
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not say whether it is read-only", e);
            return false;
        }
    }

    private static boolean isYes(@Nullable String answer) {
        return answer != null && NO.stream().noneMatch(answer::equalsIgnoreCase);
    }
}
