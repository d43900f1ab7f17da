package dev.semel.jdbc;

import dev.semel.Operation;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.batch.Combiner;
import dev.semel.jdbc.batch.Sender;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.connection.Reserves;
import dev.semel.jdbc.database.Opening;
import dev.semel.jdbc.database.Schema;
import dev.semel.jdbc.dialect.Browsing;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.sqlite.SqliteConnections;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import dev.semel.jdbc.sql.SqlCall;
import dev.semel.session.Sessions;
import dev.semel.store.BrowsableStore;
import dev.semel.store.Causes;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A store for records in a table of a SQL database: SQLite, PostgreSQL, MySQL, MariaDB or H2, recognised from the connection. All times are
 * the database's. Safe for use by many threads; create one for a pool and keep it.
 *
 * <p>A record is one row, found by the digest of its identity:
 * <ol>
 *   <li>A claim reads the row and writes it only if it is absent or can be replaced, within one statement or one short transaction that
 *       holds the row. Any other row is the answer. A process that dies before the commit leaves nothing; one that dies after it leaves a
 *       lease that expires. If the reply is lost, the nonce in the row identifies the owner when the claim is sent again.
 *   <li>Every later write names the digest, the epoch and the nonce, and changes nothing unless they match the row. An owner that was
 *       paused past its lease and taken over finds another epoch. If the reply is lost, the row's state shows that the write was applied.
 *   <li>Claims and writes of many threads travel together, unless that is switched off: see {@link Builder#combining}.
 * </ol>
 *
 * <p>An acknowledged settlement is as durable as the database's commits. Pass the pool itself, not a proxy that returns the connection of a
 * running transaction: a claim has to be committed separately.
 */
public final class JdbcStore implements BrowsableStore, Purgeable {
    private static final Combiner.Limits LIMITS = new Combiner.Limits(256, 4 << 20);

    private final Connections connections;
    private final Connections leasing;
    private final Dialect dialect;
    private final String address;
    private final Sender sender;
    private final @Nullable Combiner<Call<?>> combiner;
    private final Browsing browsing;
    private final Transactions transactions;
    private final int maxResultBytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    private JdbcStore(Connections connections, Builder builder) {
        this.connections = connections;
        this.maxResultBytes = builder.maxResultBytes;
        Opening opened = open(connections, builder);
        this.dialect = opened.dialect();
        this.address = opened.address();
        int reserved = opened.reserved(connections, builder.reserved, builder.lanes);
        this.leasing = Reserves.join(connections, reserved, address);
        this.sender = new Sender(leasing, dialect);
        int lanes = opened.lanes(builder.lanes, reserved);
        this.combiner =
                lanes == 0 ? null : new Combiner<>(sender, LIMITS, lanes, Combiner.Handover.WAKE_HEAD_ON_PLATFORM);
        this.browsing = new Browsing(dialect);
        this.transactions = new Transactions(connections, dialect, maxResultBytes);
    }

    Dialect dialect() {
        return dialect;
    }

    private static Opening open(Connections connections, Builder builder) {
        try {
            return connections.forWriting(
                    connection -> Opening.of(connection, builder.table, Schema.RECORDS, builder.createSchema));
        } catch (SQLException e) {
            throw failed("be opened", e);
        }
    }

    /** Opens a store in the database of a pool, with the defaults of {@link #builder}. */
    public static JdbcStore on(DataSource pool) {
        return builder(pool).build();
    }

    /** Returns a builder for a store in the database of a pool. */
    public static Builder builder(DataSource pool) {
        return new Builder(new PoolConnections(Objects.requireNonNull(pool, "pool")));
    }

    /**
     * Opens a store in a file, and creates the file if it is missing. Needs no server, and every acknowledged result survives the end of
     * the process and a power cut. Needs {@code org.xerial:sqlite-jdbc} on the class path. Works best with one writing process at a time.
     */
    public static JdbcStore sqlite(Path file) {
        return new Builder(new SqliteConnections(file, PrivateFile::create))
                .createSchema(true)
                .build();
    }

    /** Returns the pool of the store, for adapters that join its transactions; empty for {@link #sqlite}. */
    public Optional<DataSource> pool() {
        return connections instanceof PoolConnections given ? Optional.of(given.pool()) : Optional.empty();
    }

    /**
     * Returns transactions on the store's pool, for {@link Operation#in}. Each call opens one, runs its work in it, records the result, and
     * commits, so that record and business rows take effect exactly once. A crash before the commit leaves neither, one after it leaves
     * both. There is no lease; the database's lock on the record takes its place.
     *
     * <p>While the first call's transaction runs, a duplicate waits for it as long as {@code whileRunning} allows, holding a connection, or
     * is refused immediately. If the work throws, everything is rolled back; a failure that is to be replayed is stored before the caller
     * gets it.
     */
    public Sessions<SqlContext> transactions() {
        return transactions.own();
    }

    /**
     * Returns the transaction that the caller has begun on a connection, for one call with {@link Operation#in}. The caller commits or
     * rolls back afterwards. If the call throws, roll back. Nothing has taken effect before the commit, and listeners are notified before
     * it.
     *
     * <p>A failure that is to be replayed can't be stored in a transaction that is rolled back: call {@link
     * dev.semel.BoundOperation#recordFailure} after the rollback.
     *
     * @param connection to the database of the store, not in auto-commit mode
     */
    public Sessions<SqlContext> transaction(Connection connection) {
        return transactions.of(connection);
    }

    /**
     * Returns transactions that a framework manages, for {@link Operation#in}.
     *
     * @param managed supplies the transaction of each call
     */
    public Sessions<SqlContext> transactions(Supplier<? extends SqlTransaction> managed) {
        return transactions.of(managed);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        ensureOpen();
        leasing.checkClaim();
        leasing.keepFor(request.terms().lease());
        if (dialect.looksFirst() && dialect.replays().isAbove(10)) {
            ClaimResult answer = look(request);
            if (answer != null) {
                return answer;
            }
        }
        return send(new ClaimCall(request));
    }

    private @Nullable ClaimResult look(ClaimRequest request) {
        Row row = find(request.id(), "answer a claim");
        ClaimResult answer = row == null ? null : row.answerTo(request);
        if (answer instanceof ClaimResult.InDoubt) {
            return null;
        }
        if (answer != null) {
            dialect.replays().note(1, 1);
        }
        return answer;
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        leasing.keepFor(terms.lease());
        return send(WriteCall.renewal(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        if (result.size() > maxResultBytes) {
            throw new ResultTooLargeException(result.size(), maxResultBytes);
        }
        return send(WriteCall.settlement(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return send(WriteCall.release(id, token, as, retention));
    }

    private <R> R send(Call<R> call) {
        ensureOpen();
        if (combiner == null) {
            sender.sendAlone(call);
        } else {
            combiner.send(call);
        }
        return call.get();
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        ensureOpen();
        Row row = find(id, "find a record");
        if (row == null || row.isOver()) {
            return Optional.empty();
        }
        row.checkReadable(id);
        return Optional.of(row.seenAs(id));
    }

    private @Nullable Row find(RecordId id, String what) {
        List<Row> rows = read(what, connection -> dialect.look(connection, List.of(id.digest())));
        return rows.isEmpty() ? null : rows.get(0);
    }

    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; must be at least 1");
        }
        for (int tried = 1; ; tried++) {
            try {
                return connections.forWriting(connection -> dialect.purge(connection, limit));
            } catch (SQLException e) {
                if (!dialect.isPassing(e) || tried == 5) {
                    throw failed("purge", e);
                }
            }
        }
    }

    @Override
    public List<StoredRecord> browse(Query query) {
        return read("browse", connection -> browsing.browse(connection, query));
    }

    @Override
    public Map<RecordState, Long> countByState() {
        return read("count records", browsing::countByState);
    }

    /** Returns the number of rows that are past their retention and not yet purged; at most {@code most}, so that the count stays cheap. */
    @Override
    public long overdue(long most) {
        return read("count what is overdue", connection -> browsing.count(connection, true, most));
    }

    /** Returns the number of rows in any state; at most {@code most}, so that the count stays cheap. */
    @Override
    public long size(long most) {
        return read("count rows", connection -> browsing.count(connection, false, most));
    }

    private <R> R read(String what, SqlCall<R> call) {
        ensureOpen();
        try {
            return connections.forReading(call);
        } catch (SQLException e) {
            throw failed(what, e);
        }
    }

    private static StoreException failed(String what, SQLException cause) {
        return new StoreException(
                "the SQL store could not " + what + ": " + Causes.of(cause)
                        + "; check that the database can be reached",
                cause);
    }

    /** Returns the database's address, without user and password. */
    @Override
    public String toString() {
        return "JdbcStore (" + address + ")";
    }

    /** Closes what the store has opened, never the application's pool. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leasing.close();
            connections.close();
        }
    }

    private void ensureOpen() {
        if (closed.get()) {
            throw new StoreException("the SQL store was closed; open a new one", null);
        }
    }

    /** A builder for a {@link JdbcStore}. */
    public static final class Builder {
        private static final Pattern IDENTIFIER =
                Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,47}\\.)?[A-Za-z_][A-Za-z0-9_]{0,47}");

        private final Connections connections;
        private String table = "semel_record";
        private int maxResultBytes = 1 << 20;
        private @Nullable Integer lanes;
        private @Nullable Integer reserved;
        private boolean createSchema;

        private Builder(Connections connections) {
            this.connections = connections;
        }

        /**
         * Sets the name of the table, optionally with a schema in front. Defaults to {@code semel_record}. A second table has the same name
         * with {@code _schema} at the end, and holds the version.
         */
        public Builder table(String name) {
            table = Objects.requireNonNull(name, "name");
            return this;
        }

        /** Sets the maximum size of a result. Defaults to 1 MiB. A larger result is refused before it is sent. */
        public Builder maxResultBytes(int choice) {
            maxResultBytes = choice;
            return this;
        }

        /** Sets whether to create missing tables. Defaults to false; in production, prefer migrations. */
        public Builder createSchema(boolean choice) {
            createSchema = choice;
            return this;
        }

        /**
         * Sets the number of connections on which the claims and writes of all threads travel at a time. Each transaction takes as many
         * calls as have gathered. Defaults to 2 on PostgreSQL, otherwise to 1. A single thread is never delayed. With 0, each call takes a
         * separate connection and transaction.
         */
        public Builder combining(int connectionsAtATime) {
            lanes = connectionsAtATime;
            return this;
        }

        /**
         * Sets the number of connections of the pool that the store reserves for claims, renewals and settlements while leases are live, so
         * that work that holds all others can't starve them. Defaults to the number of {@link #combining}, as far as the pool then has two
         * left for work; to 0 for a smaller pool, or one of unknown size. Stores on the same pool share them. 0 turns it off.
         */
        public Builder reserve(int connections) {
            reserved = connections;
            return this;
        }

        /**
         * Connects, recognises the database, checks the schema, and creates the store.
         *
         * @throws IllegalArgumentException if a setting is invalid
         * @throws StoreException if the database can't be reached or its schema does not fit, with what to do about it
         */
        public JdbcStore build() {
            require(
                    IDENTIFIER.matcher(table).matches(),
                    "table is \"" + table
                            + "\"; must be at most 48 letters, digits and _, optionally after a schema and a dot");
            require(maxResultBytes >= 1_000, "maxResultBytes is " + maxResultBytes + "; must be at least 1000");
            require(
                    lanes == null || (lanes >= 0 && lanes <= 16),
                    "combining is " + lanes + "; must be between 0 (off) and 16");
            require(
                    reserved == null || (reserved >= 0 && reserved <= 16),
                    "reserve is " + reserved + "; must be between 0 (off) and 16");
            return new JdbcStore(connections.forTable(table), this);
        }

        private static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
