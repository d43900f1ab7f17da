package dev.semel.boot.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.semel.StoreException;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.jdbc.PrivateFile;
import dev.semel.store.Causes;
import java.time.Duration;

/** Opens connection pools for databases that {@code semel.store} names. */
final class HikariPools {
    /** The shortest connection timeout that HikariCP accepts. */
    private static final Duration SHORTEST = Duration.ofMillis(250);

    private HikariPools() {}

    /** Opens a pool, and waits for its first connection. */
    static HikariDataSource open(StoreAddress address, SemelProperties settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("semel");
        config.setJdbcUrl(address.jdbcUrl());
        config.setMaximumPoolSize(settings.poolSize());
        config.setConnectionTimeout(
                Math.max(SHORTEST.toMillis(), settings.storeTimeout().toMillis()));
        if (address.kind() == StoreAddress.Kind.H2) {
            address.file().ifPresent(PrivateFile::create);
            // Otherwise H2 closes the database while the application is still shutting down.
            config.addDataSourceProperty("DB_CLOSE_ON_EXIT", "FALSE");
        }
        return open(config);
    }

    private static HikariDataSource open(HikariConfig config) {
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            throw new StoreException(
                    "the database of the store cannot be reached: " + Causes.of(e)
                            + "; check address, user and password, and that the server runs",
                    e);
        } catch (RuntimeException e) {
            throw new WrongSettingException(
                    "semel.store names a database for which no driver is on the class path",
                    "Add the database's JDBC driver, or correct semel.store.",
                    e);
        }
    }
}
