package dev.semel.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.sqlite.SQLiteDataSource;

/** A connection is opened for each call and closed after it, and nothing is set but the file: journal and sync are SQLite's defaults. */
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
