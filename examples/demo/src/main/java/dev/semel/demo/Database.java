package dev.semel.demo;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.semel.boot.StoreAddress;
import dev.semel.jdbc.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The pool of the database in which the demo has its rows, and Semel its records if it is the same. */
final class Database {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LATER = Duration.ofSeconds(30);

    private Database() {}

    static HikariDataSource open(Choices choices) {
        StoreAddress address = choices.ledger();
        makeFolder(choices.data());
        HikariConfig config = new HikariConfig();
        config.setPoolName("demo");
        config.setJdbcUrl(address.jdbcUrl());
        config.setConnectionTimeout(FIRST.toMillis());
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(1);
        if (address.kind() == StoreAddress.Kind.SQLITE) {
            address.file().ifPresent(Database::makeFolderOf);
            config.addDataSourceProperty("journal_mode", "WAL");
            config.addDataSourceProperty("synchronous", "FULL");
            config.addDataSourceProperty("busy_timeout", String.valueOf(LATER.toMillis()));
        }
        if (address.kind() == StoreAddress.Kind.H2) {
            // Else it closes itself at Ctrl-C, before the requests that are still running have ended.
            config.addDataSourceProperty("DB_CLOSE_ON_EXIT", "FALSE");
        }
        address.file().ifPresent(PrivateFile::create);
        return connected(config);
    }

    private static HikariDataSource connected(HikariConfig config) {
        try {
            HikariDataSource pool = new HikariDataSource(config);
            // Whoever has to queue for a connection under load may wait longer than who starts on a server that is not
            // there.
            pool.setConnectionTimeout(LATER.toMillis());
            return pool;
        } catch (HikariPool.PoolInitializationException e) {
            throw new Choices.Wrong(Sentence.unreachable(Sentence.reason(e)));
        } catch (RuntimeException e) {
            throw new Choices.Wrong(Sentence.unreachable("the driver of its database does not take the address"));
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
            throw new Choices.Wrong("The folder " + folder + " can't be made; choose another one with --data DIR.");
        }
    }
}
