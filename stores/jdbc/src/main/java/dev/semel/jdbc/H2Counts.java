package dev.semel.jdbc;

import dev.semel.counter.store.StoredCount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** H2: no round trips to save, so a row is locked, looked at and written. */
final class H2Counts extends CountSql {
    H2Counts(Dialect dialect) {
        super(dialect);
    }

    @Override
    String begin() {
        return "BEGIN";
    }

    @Override
    boolean isOneStatement(CountRow row) {
        return false;
    }

    @Override
    @Nullable
    StoredCount add(Connection connection, CountRow row) throws SQLException {
        return addLocked(connection, row);
    }

    @Override
    int purge(Connection connection, String from, Instant now, int limit) throws SQLException {
        String sql = "DELETE FROM " + from + " WHERE digest IN (SELECT digest FROM " + from
                + " WHERE kept_until <= ? LIMIT ? FOR UPDATE SKIP LOCKED) AND kept_until <= ?";
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setLong(1, Micros.of(now));
            delete.setInt(2, limit);
            delete.setLong(3, Micros.of(now));
            return delete.executeUpdate();
        }
    }
}
