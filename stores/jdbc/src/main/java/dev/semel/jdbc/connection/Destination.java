package dev.semel.jdbc.connection;

import dev.semel.StoreException;
import dev.semel.store.Causes;
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
 * The database that the connections of a data source lead to. A data source that routes by thread leads to several. Since threads send each
 * other's calls, a record would be written to one database and searched in another. Compares what drivers know without a query.
 *
 * <p>Another database (catalog) is always refused, except on MySQL and MariaDB if the table's name includes its database. A server may have several names, such as the endpoints of a cluster and of its instance;
 * under a new name, the server is asked for its identity. Another server with a database of the same name is refused while the previous one
 * is in use; later it may be a failover. After a refusal no claim is granted for a while, since its settlement might be refused as well.
 * Meanwhile each claim only looks at a connection: a router still shows the previous server, and after a failover nothing does, so that the
 * new one is accepted as soon as the previous one is out of use.
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
    private final boolean isQualified;
    private volatile @Nullable Place known;
    private volatile @Nullable String server;
    private final Set<Place> otherNames = ConcurrentHashMap.newKeySet();
    private volatile long usedAt;
    private volatile @Nullable Refusal refusal;

    private record Refusal(String why, long at) {}

    /**
     * Creates a destination.
     *
     * @param clock counts nanoseconds
     * @param isQualified whether the table's name includes its schema, which is its database on MySQL and MariaDB
     */
    Destination(LongSupplier clock, boolean isQualified) {
        this.clock = clock;
        this.isQualified = isQualified;
    }

    /** Returns the destination of a table, whose name may have a schema in front. */
    static Destination ofTable(String name) {
        return new Destination(System::nanoTime, name.contains("."));
    }

    boolean isLike(Destination other) {
        return isQualified == other.isQualified;
    }

    /**
     * Checks where a connection leads.
     *
     * @throws StoreException if it leads to another database than earlier ones
     */
    void check(Connection connection) throws SQLException {
        Place found = place(connection);
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
                refusal = null;
            }
        }
        usedAt = clock.getAsLong();
    }

    private Place place(Connection connection) throws SQLException {
        String address = address(connection);
        return new Place(isQualified && isMySql(address) ? null : connection.getCatalog(), address);
    }

    /** Reports that a connection that was checked earlier was used successfully, so its database is still in use. */
    void used() {
        usedAt = clock.getAsLong();
    }

    /**
     * Checks that no connection to another database was seen recently.
     *
     * @throws StoreException if one was
     */
    void checkClaim() {
        Refusal last = lastRefusal();
        if (last != null) {
            throw new StoreException(last.why(), null);
        }
    }

    /** Returns whether no claim is granted at present. */
    boolean refusesClaims() {
        return lastRefusal() != null;
    }

    private @Nullable Refusal lastRefusal() {
        Refusal last = refusal;
        return last != null && clock.getAsLong() - last.at() < NO_CLAIMS ? last : null;
    }

    private void checkMoved(Place before, Place found) {
        boolean sameDatabase = Objects.equals(before.catalog(), found.catalog());
        if (!sameDatabase || clock.getAsLong() - usedAt < IN_USE) {
            Refusal now = new Refusal(
                    "the DataSource returns connections to several databases, " + before + " and " + found
                            + ": a record or count would be written to one and searched in another; pass the DataSource"
                            + " of one database; RoutedStore keeps records, but not counts, in several",
                    clock.getAsLong());
            refusal = now;
            throw new StoreException(now.why(), null);
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the DataSource returns connections to " + found + " now, and returned connections to " + before
                        + " before; this is expected after a failover, and wrong if the DataSource routes by thread");
    }

    /** Returns the server's identity, which is the same under each of its names; {@code null} if the server does not report one. */
    private static @Nullable String ask(Connection connection, Place place) {
        String question = question(place.address());
        if (question == null) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(question)) {
            return found.next() ? found.getString(1) : null;
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "the server does not report its identity", e);
            return null;
        }
    }

    /** Returns the query for the identity of the server at an address; {@code null} if it has none. */
    public static @Nullable String question(String address) {
        return address.contains("postgresql:")
                ? "SELECT host(inet_server_addr()) || ' ' || inet_server_port()"
                : isMySql(address) ? "SELECT CONCAT_WS(' ', @@hostname, @@port, @@datadir)" : null;
    }

    private static boolean isMySql(String address) {
        return address.contains(":mysql:") || address.contains(":mariadb:");
    }

    /** Returns the address of the database without user, password and the driver's settings. */
    public static String address(Connection connection) throws SQLException {
        return Causes.withoutSecrets(
                String.valueOf(connection.getMetaData().getURL()).replaceAll("[?;].*", ""));
    }
}
