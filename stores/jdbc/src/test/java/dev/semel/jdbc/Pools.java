package dev.semel.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.JdbcServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Pools for tests. One for each address is enough, since tests use separate records. */
public final class Pools {
    private static final Map<String, DataSource> SHARED = new ConcurrentHashMap<>();

    private Pools() {}

    /** Returns the pool that all tests of an unchanged server share. Its type has no close method, since later tests need it. */
    public static DataSource shared(JdbcServer server) {
        return SHARED.computeIfAbsent(server.jdbcUrl(), url -> of(server, config -> {}));
    }

    /** Opens a pool that the caller closes. */
    public static HikariDataSource of(JdbcServer server, Consumer<HikariConfig> more) {
        return of(server.jdbcUrl(), config -> {
            config.setUsername(server.user());
            config.setPassword(server.password());
            more.accept(config);
        });
    }

    public static HikariDataSource of(String url, Consumer<HikariConfig> more) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        more.accept(config);
        return new HikariDataSource(config);
    }

    public static HikariDataSource h2(String name) {
        return of("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", config -> {});
    }

    public static HikariDataSource sqlite(Path file) {
        return of("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=FULL&busy_timeout=20000", config -> {});
    }

    public static Path folder() {
        try {
            Path folder = Files.createTempDirectory("semel-jdbc");
            folder.toFile().deleteOnExit();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
