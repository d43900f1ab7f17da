package dev.semel.jdbc.connection;

import dev.semel.store.Causes;
import dev.semel.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the connections of a data source lead. One that routes by thread gives connections of several databases, and since threads send each
 * other's calls, a record would be written to one and looked for in another. Compares what drivers know without asking the server.
 *
 * <p>Another database (catalog) is always refused. A server may have several names, such as the endpoints of a cluster and of its instance; one with
 * a new name is asked who it is. Another server with a database of the same name is refused while the one before is in use; after that it may be a
 * failover. After a refusal no claim is granted for a while: its settlement might be refused as well.
 */
public final class Destination {
    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final long IN_USE = Duration.ofSeconds(10).toNanos();
    private static final long NO_CLAIMS = Duration.ofMinutes(1).toNanos();

    private record Place(@Nullable String catalog, String address) {
        @Override
        public String toString() {
            return address + (catalog == null ? "" : " (database " + catalog + ")");
        }
    }

    private final LongSupplier clock;
    private volatile @Nullable Place known;
    private volatile @Nullable String server;
    private final Set<Place> otherNames = ConcurrentHashMap.newKeySet();
    private volatile long usedAt;
    private volatile @Nullable Refusal refusal;

    private record Refusal(String why, long at) {}

    Destination() {
        this(System::nanoTime);
    }

    /** By a clock that counts nanoseconds. */
    Destination(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Checks where a connection leads.
     *
     * @throws StoreException if it leads to another database than those before
     */
    void check(Connection connection) throws SQLException {
        Place found = new Place(connection.getCatalog(), address(connection));
        Place before = known;
        if (!found.equals(before) && !otherNames.contains(found)) {
            String asked = ask(connection, found);
            if (before != null
                    && asked != null
                    && asked.equals(server)
                    && Objects.equals(before.catalog(), found.catalog())) {
                otherNames.add(found);
            } else {
                if (before != null) {
                    checkMoved(before, found);
                }
                otherNames.clear();
                server = asked;
                known = found;
            }
        }
        usedAt = clock.getAsLong();
    }

    /** Reports that a connection that was checked before was used with success: its database is still in use. */
    void used() {
        usedAt = clock.getAsLong();
    }

    /**
     * Checks that no connection of another database was seen lately.
     *
     * @throws StoreException if one was
     */
    void checkClaim() {
        Refusal last = refusal;
        if (last != null && clock.getAsLong() - last.at() < NO_CLAIMS) {
            throw new StoreException(last.why(), null);
        }
    }

    private void checkMoved(Place before, Place found) {
        boolean sameDatabase = Objects.equals(before.catalog(), found.catalog());
        if (!sameDatabase || clock.getAsLong() - usedAt < IN_USE) {
            Refusal now = new Refusal(
                    "the DataSource gives connections of several databases, of " + before + " and of " + found
                            + ": a record would be written to one and looked for in another; give the store the DataSource of one"
                            + " database, or use RoutedStore",
                    clock.getAsLong());
            refusal = now;
            throw new StoreException(now.why(), null);
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the DataSource gives connections of " + found + ", and gave those of " + before
                        + " before; that is right after a failover, and wrong if the DataSource routes by thread");
    }

    /** Returns which server it is, by what is the same whatever name it was reached by; {@code null} if it does not say. */
    private static @Nullable String ask(Connection connection, Place place) {
        String question = question(place.address());
        if (question == null) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(question)) {
            return found.next() ? found.getString(1) : null;
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not say which one it is", e);
            return null;
        }
    }

    /** Returns what to ask the server at an address; {@code null} if it does not say which one it is. */
    public static @Nullable String question(String address) {
        return address.contains("postgresql:")
                ? "SELECT host(inet_server_addr()) || ' ' || inet_server_port()"
                : address.matches(".*:(mysql|mariadb):.*")
                        ? "SELECT CONCAT_WS(' ', @@hostname, @@port, @@datadir)"
                        : null;
    }

    /** Returns where the database is, without user, password and the driver's settings. */
    public static String address(Connection connection) throws SQLException {
        return Causes.withoutSecrets(
                String.valueOf(connection.getMetaData().getURL()).replaceAll("[?;].*", ""));
    }
}
