package dev.semel.jdbc.counter;

import dev.semel.counter.store.StoredCount;
import dev.semel.jdbc.sql.DatabaseProduct;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The statements for counts on H2. Without round trips to save, a row is locked, read and written. */
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
