package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.sqlite.SQLiteDataSource;

/** Opens a connection for each call and closes it afterwards. Only the file is set: journal and sync are SQLite's defaults. */
@DisplayName("transactional mode on SQLite without a pool")
class SqliteUnpooledTest extends TransactionalContract {
    @Override
    DataSource openPool() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + Pools.folder().resolve("unpooled.db"));
        return source;
    }

    @Override
    boolean isEmbedded() {
        return true;
    }

    @Override
    boolean hasOneWriter() {
        return true;
    }
}
