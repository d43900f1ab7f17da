package dev.semel.jdbc;

import dev.semel.Operation;
import dev.semel.batch.Combiner;
import dev.semel.jdbc.batch.Sender;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.PoolConnections;
import dev.semel.jdbc.connection.Reserve;
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
import dev.semel.store.RecordState;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.StoreException;
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
 * Keeps records in a table of an SQL database: SQLite, PostgreSQL, MySQL, MariaDB or H2, recognised from the connection. All times are the
 * database's. Safe for use by many threads; make one for a pool and keep it.
 *
 * <p>A record is one row, found by the digest of its identity:
 *
 * <ol>
 *   <li>A claim looks at the row and, only if it is absent or gives way, writes it; both within one statement or one short transaction that
 *       holds the row. What is there and does not give way is the answer. A process that dies before the commit leaves nothing; one that dies
 *       after it leaves a lease that runs out. If the reply is lost, the nonce in the row tells the one who asks again that it is the owner.
 *   <li>Every later write names the digest, the epoch and the nonce, and changes nothing if they are not those of the row. An owner that was
 *       paused past its lease and taken over finds another epoch. If the reply is lost, the row's state tells that it was applied.
 *   <li>Claims and writes of many threads travel together, unless that is switched off: see {@link Builder#combining}.
 * </ol>
 *
 * <p>An acknowledged settlement is as durable as the database's commits are. Hand in the pool itself and not a proxy that gives out the
 * connection of a running transaction: a claim has to be committed on its own.
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
        this.leasing = Reserve.of(connections, reserved, address);
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

    /** In the database of this pool, with the defaults of {@link #builder}. */
    public static JdbcStore on(DataSource pool) {
        return builder(pool).build();
    }

    /** In the database of this pool, with a choice. */
    public static Builder builder(DataSource pool) {
        return new Builder(new PoolConnections(Objects.requireNonNull(pool, "pool")));
    }

    /**
     * In a file of its own that is made if it is not there: no server, and every acknowledged result survives the end of the process and a
     * power cut. Needs {@code org.xerial:sqlite-jdbc} on the class path. One process at a time writes best.
     */
    public static JdbcStore sqlite(Path file) {
        return new Builder(new SqliteConnections(file, PrivateFile::create))
                .createSchema(true)
                .build();
    }

    /** The pool that was handed in, for whoever joins its transactions; empty for {@link #sqlite}. */
    public Optional<DataSource> pool() {
        return connections instanceof PoolConnections given ? Optional.of(given.pool()) : Optional.empty();
    }

    /**
     * Returns transactions on the store's pool, for {@link Operation#in}: each call opens one, runs its work in it, records the result, and commits, so
     * that record and business rows take effect exactly once. A crash before the commit leaves neither, one after it leaves both. There is no lease: the
     * database's own lock on the record is it.
     *
     * <p>While the first call's transaction runs, a duplicate waits for it as long as {@code whileRunning} says, holding its connection, or is refused
     * immediately. If the work throws, all is rolled back; a failure that is to be replayed is stored before the caller gets it.
     */
    public Sessions<SqlContext> transactions() {
        return transactions.own();
    }

    /**
     * Returns the transaction that the caller has begun on a connection, for one call with {@link Operation#in}. The caller commits or rolls back
     * afterwards. If the call throws, roll back. Nothing has taken effect before the commit, and the listeners are told before it.
     *
     * <p>A failure that is to be replayed can't be stored in a transaction that is rolled back: call {@link dev.semel.BoundOperation#recordFailure} after
     * the rollback.
     *
     * @param connection not in auto-commit mode, and to the database of the store
     */
    public Sessions<SqlContext> transaction(Connection connection) {
        return transactions.of(connection);
    }

    /**
     * Returns transactions that a framework manages, for {@link Operation#in}.
     *
     * @param managed gives the transaction of each call
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
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
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

    /** How many rows are past their retention and not yet purged; at most {@code most}, so that the count stays cheap. */
    @Override
    public long overdue(long most) {
        return read("count what is overdue", connection -> browsing.count(connection, true, most));
    }

    /** How many rows there are, whatever their state; at most {@code most}, so that the count stays cheap. */
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

    /** Names the database by its address, without user and password. */
    @Override
    public String toString() {
        return "JdbcStore (" + address + ")";
    }

    /** Closes what the store itself has opened, never the pool that was handed in. */
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

    /** Makes a {@link JdbcStore}. */
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
         * {@code semel_record} by default. A table of another name, perhaps with a schema in front; there is a second one with
         * {@code _schema} at the end, which holds the version.
         */
        public Builder table(String name) {
            table = Objects.requireNonNull(name, "name");
            return this;
        }

        /** 1 MiB by default. A larger result is refused before it is sent. */
        public Builder maxResultBytes(int choice) {
            maxResultBytes = choice;
            return this;
        }

        /** False by default. Whether to make the tables if they are not there; migrations are the better way in production. */
        public Builder createSchema(boolean choice) {
            createSchema = choice;
            return this;
        }

        /**
         * Two by default on PostgreSQL, else one. Over how many connections at a time the claims and writes of all threads travel, as many as have gathered in one
         * transaction. A thread alone is never delayed. With 0 each call takes a connection and a transaction of its own.
         */
        public Builder combining(int connectionsAtATime) {
            lanes = connectionsAtATime;
            return this;
        }

        /**
         * Sets how many connections of the pool the store keeps for claims, renewals and settlements while leases are live, so that work that
         * holds all others can't starve them. Defaults to as many as {@link #combining} uses, as far as the pool then has two left for work; none
         * for a pool that is smaller, or whose size is not known. Stores on the same pool share them. 0 turns it off.
         */
        public Builder reserve(int connections) {
            reserved = connections;
            return this;
        }

        /**
         * Connects, recognises the database, checks the schema, and makes the store.
         *
         * @throws IllegalArgumentException if a setting is wrong
         * @throws StoreException if the database can't be reached or its schema does not fit, with what to do about it
         */
        public JdbcStore build() {
            require(IDENTIFIER.matcher(table).matches(), "the table's name must be letters, digits and _, at most 48");
            require(maxResultBytes >= 1_000, "maxResultBytes is " + maxResultBytes + "; it must be at least 1000");
            require(
                    lanes == null || (lanes >= 0 && lanes <= 16),
                    "combining is " + lanes + "; it must be between 0 (off) and 16");
            require(
                    reserved == null || (reserved >= 0 && reserved <= 16),
                    "reserve is " + reserved + "; it must be between 0 (off) and 16");
            return new JdbcStore(connections, this);
        }

        private static void require(boolean right, String otherwise) {
            if (!right) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
