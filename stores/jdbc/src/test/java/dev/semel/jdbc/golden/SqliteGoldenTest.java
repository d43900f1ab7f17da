package dev.semel.jdbc.golden;

import dev.semel.jdbc.Pools;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("what earlier releases have stored on SQLite")
class SqliteGoldenTest extends SqlGolden {
    SqliteGoldenTest() {
        super("sqlite", "X'%s'");
    }

    @Override
    DataSource pool() {
        return Pools.sqlite(Pools.folder().resolve("golden.db"));
    }
}
