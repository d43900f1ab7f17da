package dev.semel.jdbc.database;

import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.DataSources;
import dev.semel.jdbc.connection.Destination;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.dialect.Dialect;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The result of opening a database.
 *
 * @param address of the database, without user and password
 */
public record Opening(Dialect dialect, String address) {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    /** The number of connections of a pool that are left for the application's work. */
    private static final int LEFT_FOR_WORK = 2;

    /**
     * Recognises the database, creates the tables if requested, and checks them and the server's settings. The statements of the dialect
     * name the schema in which the tables were found.
     *
     * @throws dev.semel.StoreException if the database is not supported, read-only, or its tables do not fit
     */
    public static Opening of(Connection connection, String table, SqlDatabase.Tables tables, boolean createSchema)
            throws SQLException {
        Dialect found = Dialects.of(connection, table);
        Primary.check(connection, found);
        Schema schema = new Schema(found, tables);
        if (createSchema) {
            schema.create(connection);
        }
        schema.check(connection);
        Dialect qualified = Dialects.of(connection, QualifiedTable.name(connection, found));
        qualified.inspect(connection);
        return new Opening(qualified, Destination.address(connection));
    }

    /** Returns the number of connections for combined calls, as far as the pool can spare them. */
    public int lanes(@Nullable Integer choice, int reserved) {
        int best = dialect.bestLanes();
        return choice != null ? choice : reserved == 0 ? best : Math.min(best, reserved);
    }

    /** Returns the number of connections of the pool to reserve for leases, and logs if it is 0. */
    public int reserved(Connections connections, @Nullable Integer choice, @Nullable Integer lanes) {
        if (!(connections instanceof PoolConnections given)) {
            return 0;
        }
        OptionalInt size = DataSources.size(given.pool());
        int spare = size.orElse(0) - LEFT_FOR_WORK;
        int wanted = lanes == null ? dialect.bestLanes() : lanes;
        int reserved = choice != null ? choice : Math.max(0, Math.min(spare, wanted));
        if (reserved == 0) {
            log(size, choice == null && wanted > 0);
        }
        return reserved;
    }

    private void log(OptionalInt size, boolean byDefault) {
        String pool = "the pool of " + address + " has "
                + (size.isPresent() ? "only " + size.getAsInt() + " connections" : "an unknown size")
                + ", so the store reserves none: work that holds all of them for longer than a lease prevents its"
                + " renewal, and may run twice; ";
        if (byDefault && size.isPresent()) {
            LOG.log(Level.WARNING, pool + "give the pool " + (LEFT_FOR_WORK + 1) + " connections or more");
        } else if (byDefault) {
            LOG.log(Level.INFO, pool + "if it is a pool, reserve(1) reserves one");
        }
    }
}
