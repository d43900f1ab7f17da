package dev.semel.boot;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.semel.store.Causes;
import dev.semel.store.StoreException;

/** Opens pools. */
final class Pools {
    private Pools() {}

    /** A pool that has made its first connection. */
    static HikariDataSource open(HikariConfig config) {
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            throw new StoreException(
                    "the database of the store can't be reached: " + Causes.of(e)
                            + "; check address, user, password and that the server runs",
                    e);
        } catch (RuntimeException e) {
            throw new WrongSettingException(
                    "The address of the store names a database that no driver on the class path knows",
                    "Add the database's JDBC driver, or correct semel.store.",
                    e);
        }
    }
}
