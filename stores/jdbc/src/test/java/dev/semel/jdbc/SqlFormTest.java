package dev.semel.jdbc;

import dev.semel.jdbc.dialect.h2.H2;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.PostgresServer;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LeasedForm;
import dev.semel.testkit.session.SessionContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("an operation on SQL")
class SqlFormTest {
    private static final DataSource H2 = Pools.h2("form");
    private static final DataSource SQLITE = Pools.sqlite(Pools.folder().resolve("form.db"));

    @Nested
    @DisplayName("under a lease, on SQLite")
    class Leased extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.blocking(
                    JdbcStore.builder(SQLITE).createSchema(true).build());
        }
    }

    @Nested
    @DisplayName("as a stage under a lease, on H2")
    class Staged extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.staged(JdbcStore.builder(H2).createSchema(true).build());
        }
    }

    @Nested
    @DisplayName("in its own transaction, on SQLite")
    class OwnOnSqlite extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.ownOnSqlite(SQLITE);
        }
    }

    @Nested
    @DisplayName("in its own transaction, on H2")
    class OwnOnH2 extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.own(H2);
        }
    }

    @Nested
    @DisplayName("in its own transaction, on PostgreSQL")
    class OwnOnPostgreSql extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.own(Pools.shared(PostgresServer.shared()));
        }
    }

    @Nested
    @DisplayName("in its own transaction, on MariaDB")
    class OwnOnMariaDb extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.own(Pools.shared(MariaDbServer.shared()));
        }
    }

    @Nested
    @DisplayName("in the caller's transaction, on H2")
    class CallersOnH2 extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.callers(H2);
        }
    }

    @Nested
    @DisplayName("in the caller's transaction, on PostgreSQL")
    class CallersOnPostgreSql extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.callers(Pools.shared(PostgresServer.shared()));
        }
    }

    @Nested
    @DisplayName("in the caller's transaction, on MariaDB")
    class CallersOnMariaDb extends SessionContract {
        @Override
        protected Form openForm() {
            return SqlForm.callers(Pools.shared(MariaDbServer.shared()));
        }
    }
}
