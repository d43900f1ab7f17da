package dev.semel.spring;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.PostgresServer;
import dev.semel.spring.SqlContext.Database;
import dev.semel.spring.transaction.SpringTransactions;
import dev.semel.store.Store;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LosingPool;
import dev.semel.testkit.session.SessionContract;
import dev.semel.testkit.session.Trait;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;

@DisplayName("an operation in a Spring transaction")
class SpringFormTest {
    private static final DataSource SQLITE = Database.sqlite().pool(10);
    private static DataSource postgreSql;

    private static synchronized DataSource postgreSql() {
        if (postgreSql == null) {
            postgreSql = Database.of(PostgresServer.shared()).pool(10);
        }
        return postgreSql;
    }

    @Nested
    @DisplayName("that is new, on SQLite")
    class NewOnSqlite extends SessionContract {
        @Override
        protected Form openForm() {
            return new New(SQLITE, EnumSet.noneOf(Trait.class));
        }
    }

    @Nested
    @DisplayName("that is new, on PostgreSQL")
    class NewOnPostgreSql extends SessionContract {
        @Override
        protected Form openForm() {
            return new New(postgreSql(), EnumSet.of(Trait.WAITS_IN_DATABASE));
        }
    }

    @Nested
    @DisplayName("that is part of an outer one, on PostgreSQL")
    class JoinedOnPostgreSql extends SessionContract {
        @Override
        protected Form openForm() {
            return new Joined(postgreSql());
        }
    }

    /** Transactions that are begun for the call. */
    private static class New implements Form {
        private final LosingPool losing;
        private final JdbcTemplate observed;
        private final JdbcTemplate rows;
        private final JdbcStore store;
        private final JdbcStore observer;
        final PlatformTransactionManager manager;
        private final Set<Trait> waiting;

        /**
         * Transactions on a pool.
         *
         * @param waiting the traits of the waits on its database
         */
        New(DataSource pool, Set<Trait> waiting) {
            this.waiting = waiting;
            losing = new LosingPool(pool);
            DataSource struck = losing.dataSource();
            observed = new JdbcTemplate(pool);
            observed.execute("CREATE TABLE IF NOT EXISTS form_effect (name varchar(100) NOT NULL)");
            rows = new JdbcTemplate(struck);
            manager = new JdbcTransactionManager(struck);
            observer = JdbcStore.builder(pool).createSchema(true).build();
            store = JdbcStore.builder(struck).createSchema(true).build();
        }

        @Override
        public Set<Trait> traits() {
            Set<Trait> traits = EnumSet.of(Trait.BINDS_EFFECTS, Trait.REPORTS_COMMITS_AS_THROWN);
            traits.addAll(waiting);
            return traits;
        }

        @Override
        public Outcome<String> attempt(
                Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
                throws Exception {
            DefaultTransactionAttribute attribute = new DefaultTransactionAttribute() {
                private static final long serialVersionUID = 1;

                @Override
                public boolean rollbackOn(Throwable thrown) {
                    return true;
                }
            };
            return SpringTransactions.attempt(
                    operation.in(Objects.requireNonNull(SpringTransactions.of(store, manager))
                            .by(attribute)),
                    key,
                    request,
                    attempt -> work.run(() -> rows.update("INSERT INTO form_effect (name) VALUES (?)", effect)));
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
            return Objects.requireNonNull(
                    observed.queryForObject("SELECT COUNT(*) FROM form_effect WHERE name = ?", Integer.class, name));
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

    /** Transactions that are begun before, and ended after, by a caller that knows nothing of the operation. */
    private static final class Joined extends New {
        Joined(DataSource pool) {
            super(pool, EnumSet.of(Trait.WAITS_IN_DATABASE));
        }

        @Override
        public Set<Trait> traits() {
            return EnumSet.of(
                    Trait.BINDS_EFFECTS,
                    Trait.ENDED_BY_CALLER,
                    Trait.JOINS_OUTER,
                    Trait.STORES_FAILURE_LATER,
                    Trait.WAITS_IN_DATABASE);
        }

        @Override
        public Outcome<String> attempt(
                Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
                throws Exception {
            TransactionStatus outer = manager.getTransaction(null);
            Outcome<String> outcome;
            try {
                outcome = super.attempt(operation, key, request, effect, work);
            } catch (Exception e) {
                try {
                    manager.rollback(outer);
                } catch (RuntimeException another) {
                    e.addSuppressed(another);
                }
                throw e;
            }
            manager.commit(outer);
            return outcome;
        }
    }
}
