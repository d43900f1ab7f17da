package dev.semel.jdbc.issues;

import static dev.semel.policy.Policies.replayFailures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.semel.BoundOperation;
import dev.semel.Codec;
import dev.semel.Semel;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.SqlContext;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LosingPool;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The commit took place, and its reply was lost: the caller got an exception, and false when it tried again. */
@DisplayName("D6 a failure that is recorded after a rollback, and whose commit is lost")
class LostFailureTest {
    private final IllegalArgumentException declined = new IllegalArgumentException("declined");
    private final String key = UUID.randomUUID().toString();

    private static BoundOperation<String, SqlContext> operationOn(DataSource pool) {
        JdbcStore store = JdbcStore.builder(pool).createSchema(true).build();
        return Semel.on(store)
                .operation("lost.failure", Codec.text())
                .afterFailure(replayFailures())
                .build()
                .in(store.transactions());
    }

    private void checkLost(DataSource pool, boolean applied) {
        LosingPool losing = new LosingPool(pool);
        BoundOperation<String, SqlContext> operation = operationOn(losing.dataSource());
        losing.lose(Form.Point.RECORD, applied);
        Throwable thrown = catchThrowable(
                () -> assertThat(operation.recordFailure(key, "r", declined)).isTrue());
        if (applied) {
            assertThat(thrown).isNull();
        } else {
            assertThat(thrown).hasMessageContaining("call again");
        }
        assertThat(operation.recordFailure(key, "r", declined)).as("again").isTrue();
        assertThat(operation.recordFailure(key, "r", new IllegalArgumentException("another")))
                .as("another failure")
                .isFalse();
    }

    @Test
    @DisplayName("is found on PostgreSQL")
    void postgreSql() {
        checkLost(Pools.shared(PostgresServer.shared()), true);
    }

    @Test
    @DisplayName("is found on MariaDB")
    void mariaDb() {
        checkLost(Pools.shared(MariaDbServer.shared()), true);
    }

    @Test
    @DisplayName("is found on H2")
    void h2() {
        checkLost(Pools.h2("lostfailure"), true);
    }

    @Test
    @DisplayName("is stored by the next try if the commit did not take place")
    void notApplied() {
        checkLost(Pools.shared(PostgresServer.shared()), false);
    }
}
