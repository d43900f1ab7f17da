package dev.semel.jdbc;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.store.Store;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LosingPool;
import dev.semel.testkit.session.Trait;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** SQL transactions of the store or the caller. */
abstract class SqlForm implements Form {
    private final DataSource pool;
    private final LosingPool losing;
    final DataSource struck;
    final JdbcStore store;
    private final JdbcStore observer;

    private SqlForm(DataSource pool) {
        this.pool = pool;
        this.losing = new LosingPool(pool);
        this.struck = losing.dataSource();
        this.observer = JdbcStore.builder(pool).createSchema(true).build();
        this.store = JdbcStore.builder(struck).createSchema(true).build();
        try (Connection connection = pool.getConnection()) {
            Dialect.execute(connection, "CREATE TABLE IF NOT EXISTS form_effect (name varchar(100) NOT NULL)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Transactions that the store opens. */
    static Form own(DataSource pool) {
        return new Own(pool, false);
    }

    /** Transactions that the store opens on SQLite, where they wait for one another in the JVM. */
    static Form ownOnSqlite(DataSource pool) {
        return new Own(pool, true);
    }

    /** Transactions that the caller opens, commits, and rolls back after an exception, as the API requires. */
    static Form callers(DataSource pool) {
        return new Callers(pool);
    }

    private static final class Own extends SqlForm {
        private final boolean takesTurns;

        Own(DataSource pool, boolean takesTurns) {
            super(pool);
            this.takesTurns = takesTurns;
        }

        @Override
        public Set<Trait> traits() {
            return takesTurns
                    ? EnumSet.of(Trait.BINDS_EFFECTS)
                    : EnumSet.of(Trait.BINDS_EFFECTS, Trait.WAITS_IN_DATABASE);
        }

        @Override
        public Outcome<String> attempt(
                Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
                throws Exception {
            return operation
                    .in(store.transactions())
                    .attempt(key, request, tx -> work.run(() -> insert(tx.connection(), effect)));
        }
    }

    private static final class Callers extends SqlForm {
        Callers(DataSource pool) {
            super(pool);
        }

        @Override
        public Set<Trait> traits() {
            return EnumSet.of(
                    Trait.BINDS_EFFECTS, Trait.ENDED_BY_CALLER, Trait.STORES_FAILURE_LATER, Trait.WAITS_IN_DATABASE);
        }

        @Override
        public Outcome<String> attempt(
                Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
                throws Exception {
            try (Connection connection = struck.getConnection()) {
                connection.setAutoCommit(false);
                Outcome<String> outcome;
                try {
                    outcome = operation
                            .in(store.transaction(connection))
                            .attempt(key, request, tx -> work.run(() -> insert(tx.connection(), effect)));
                } catch (Exception e) {
                    rollBack(connection);
                    operation.in(store.transaction(connection)).recordFailure(key, request, e);
                    throw e;
                }
                connection.commit();
                return outcome;
            }
        }

        private static void rollBack(Connection connection) {
            try {
                connection.rollback();
            } catch (SQLException e) {
                // The connection is lost, and the transaction rolled back.
            }
        }
    }

    private static void insert(Connection connection, String effect) {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO form_effect (name) VALUES (?)")) {
            insert.setString(1, effect);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Store observer() {
        return observer;
    }

    @Override
    public int effects(String name) {
        try (Connection connection = pool.getConnection();
                PreparedStatement count =
                        connection.prepareStatement("SELECT COUNT(*) FROM form_effect WHERE name = ?")) {
            count.setString(1, name);
            try (ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void lose(Point point, boolean applied) {
        losing.lose(point, applied);
    }

    @Override
    public void cutOff(boolean isCutOff) {
        try {
            losing.cutOff(isCutOff);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        store.close();
        observer.close();
    }
}
