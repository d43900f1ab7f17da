package dev.semel.jdbc.counter;

import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.DatabaseProduct;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** H2: no round trips to save, so a row is locked, looked at and written. */
final class H2Counts extends LockedCounts {
    H2Counts(DatabaseProduct product) {
        super(product);
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
}
