package dev.semel.boot.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;

/** Recognises databases that run within the application. */
final class EmbeddedDatabase {
    private EmbeddedDatabase() {}

    /** Returns whether a pool is one of H2 or SQLite, in memory or in a file. */
    static boolean isOne(DataSource pool) {
        try (Connection connection = pool.getConnection()) {
            String url = String.valueOf(connection.getMetaData().getURL()).toLowerCase(Locale.ROOT);
            return url.startsWith("jdbc:sqlite:")
                    || (url.startsWith("jdbc:h2:") && !url.matches("jdbc:h2:(tcp|ssl):.*"));
        } catch (SQLException e) {
            return false;
        }
    }
}
