package dev.semel.jdbc;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.store.StoreContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** The contract on one database. */
abstract class SqlContract extends StoreContract {
    private final int lanes;
    private final Optional<Integer> replays;

    SqlContract(int lanes) {
        this.lanes = lanes;
        this.replays = Optional.empty();
    }

    /** With a store that expects this percentage of replays, whatever it observes. */
    SqlContract(int lanes, int replays) {
        this.lanes = lanes;
        this.replays = Optional.of(replays);
    }

    abstract DataSource pool();

    @Override
    protected Store openStore() {
        JdbcStore store =
                JdbcStore.builder(pool()).createSchema(true).combining(lanes).build();
        replays.ifPresent(store.dialect().replays()::pin);
        return store;
    }

    /** Each renewal waits for a disk that other processes sync to as well. */
    @Override
    protected Duration shortLease() {
        return Duration.ofMillis(500);
    }

    @Override
    protected Optional<Integer> resultLimit() {
        return Optional.of(1 << 20);
    }

    @Override
    protected boolean makeUnreadable(RecordId id) {
        try (Connection connection = pool().getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE semel_record SET format = 2 WHERE digest = ?")) {
            update.setBytes(1, id.digest());
            if (update.executeUpdate() != 1) {
                throw new AssertionError("there is no such record");
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return true;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        try (Connection connection = pool().getConnection()) {
            Rows.change(connection, id, "result", bytes -> change.apply((byte[]) bytes));
            return true;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
