package dev.semel.demo.start;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.semel.boot.StoreAddress;
import dev.semel.jdbc.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The connection pool of the demo's rows, and of Semel's records if they are in the same database. */
public final class DemoDatabase {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LATER = Duration.ofSeconds(30);

    private DemoDatabase() {}

    /**
     * Opens the pool, and creates the folder and file of an embedded database.
     *
     * @throws Choices.Wrong if the database cannot be used
     */
    public static HikariDataSource open(Choices choices) {
        StoreAddress address = choices.ledger();
        makeFolder(choices.data());
        HikariConfig config = new HikariConfig();
        config.setPoolName("demo");
        config.setJdbcUrl(address.jdbcUrl());
        config.setConnectionTimeout(FIRST.toMillis());
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(1);
        if (address.kind() == StoreAddress.Kind.SQLITE) {
            address.file().ifPresent(DemoDatabase::makeFolderOf);
            config.addDataSourceProperty("journal_mode", "WAL");
            config.addDataSourceProperty("synchronous", "FULL");
            config.addDataSourceProperty("busy_timeout", String.valueOf(LATER.toMillis()));
        }
        if (address.kind() == StoreAddress.Kind.H2) {
            // Otherwise H2 closes at Ctrl-C, before running requests have completed.
            config.addDataSourceProperty("DB_CLOSE_ON_EXIT", "FALSE");
        }
        address.file().ifPresent(PrivateFile::create);
        return connected(config);
    }

    private static HikariDataSource connected(HikariConfig config) {
        try {
            HikariDataSource pool = new HikariDataSource(config);
            // A request under load may wait longer for a connection than a start whose server does not run.
            pool.setConnectionTimeout(LATER.toMillis());
            return pool;
        } catch (HikariPool.PoolInitializationException e) {
            throw new Choices.Wrong(Sentence.unreachable(Sentence.reason(e)));
        } catch (RuntimeException e) {
            throw new Choices.Wrong(Sentence.unreachable("the database driver rejects the address"));
        }
    }

    private static void makeFolderOf(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            makeFolder(folder);
        }
    }

    private static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new Choices.Wrong("The folder " + folder + " cannot be created; choose another one with --data DIR.");
        }
    }
}
