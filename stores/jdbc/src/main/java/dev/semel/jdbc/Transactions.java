package dev.semel.jdbc;

import dev.semel.StoreException;
import dev.semel.jdbc.connection.Connections;
import dev.semel.jdbc.connection.NoConnectionException;
import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.dialect.RecordLock;
import dev.semel.jdbc.dialect.TakenRecord;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;
import dev.semel.store.Causes;
import dev.semel.store.RecordId;
import dev.semel.store.ResultTooLargeException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the sessions of one store share: its connections, its dialect, and how failures are reported. */
final class Transactions {
    private final Connections connections;
    private final Dialect dialect;
    private final RecordLock recordLock;
    private final TakenRecord taken;
    private final Aftermath aftermath;
    private final int maxResultBytes;
    private final Sessions<SqlContext> own = new Own(this);

    Transactions(Connections connections, Dialect dialect, int maxResultBytes) {
        this.connections = connections;
        this.dialect = dialect;
        this.recordLock = dialect.recordLock();
        this.taken = new TakenRecord(connections, dialect);
        this.aftermath = new Aftermath(connections, dialect, recordLock);
        this.maxResultBytes = maxResultBytes;
    }

    /** Returns transactions that each call opens and ends. */
    Sessions<SqlContext> own() {
        return own;
    }

    /** Returns transactions that a framework manages. */
    Sessions<SqlContext> of(Supplier<? extends SqlTransaction> managed) {
        return new Managed(this, managed);
    }

    /** Returns the transaction that the caller has begun on a connection. */
    Sessions<SqlContext> of(Connection connection) {
        Objects.requireNonNull(connection, "connection");
        return of(() -> new CallersConnection(connection));
    }

    private record Own(Transactions transactions) implements Sessions<SqlContext> {
        @Override
        public Session<SqlContext> open(Terms terms) {
            return new OwnSession(transactions, terms);
        }

        @Override
        public boolean holdByTransaction() {
            return true;
        }
    }

    private record Managed(Transactions transactions, Supplier<? extends SqlTransaction> managed)
            implements Sessions<SqlContext> {
        @Override
        public Session<SqlContext> open(Terms terms) {
            return new CallersSession(transactions, terms, managed.get());
        }

        @Override
        public boolean holdByTransaction() {
            return true;
        }
    }

    /** A transaction that the caller ends. */
    private record CallersConnection(Connection begin) implements SqlTransaction {
        @Override
        public boolean isNew() {
            return false;
        }

        @Override
        public boolean commitsAfter(Throwable thrown) {
            return false;
        }

        @Override
        public void commit() {}

        @Override
        public void rollBack(@Nullable Throwable why) {}
    }

    Connections connections() {
        return connections;
    }

    Dialect dialect() {
        return dialect;
    }

    RecordLock recordLock() {
        return recordLock;
    }

    Aftermath aftermath() {
        return aftermath;
    }

    static StoreException unknown(RecordId id, SQLException cause) {
        return new StoreException(
                "the transaction of " + id + " failed: " + Causes.of(cause)
                        + "; if it was not committed, nothing took effect, and if it was, its result is replayed: call again"
                        + " with the same key",
                cause);
    }

    /** Checks the size of a failure. One that takes more than half of the limit is stored without its message. */
    void checkFailureSize(RecordLock.Settlement failure) {
        int most = (int) Math.min(maxResultBytes, dialect.mostBytes() / 2);
        if (failure.result().size() > most) {
            throw new ResultTooLargeException(failure.result().size(), most);
        }
        checkSize(failure);
    }

    void checkSize(RecordLock.Settlement settlement) {
        int size = settlement.result().size();
        if (size > maxResultBytes) {
            throw new ResultTooLargeException(size, maxResultBytes);
        }
        dialect.checkSize(settlement.result());
    }

    /** Returns the exception for a settlement that failed. */
    StoreException failed(ClaimCall claim, RecordLock.Settlement settlement, SQLException failure) {
        int size = settlement.result().size();
        return dialect.isTooLarge(failure) ? new ResultTooLargeException(size, size - 1) : unknown(claim.id(), failure);
    }

    /** Returns whether a claim that failed may succeed in a new transaction: it was in conflict, or undone with its lost connection. */
    boolean mayBeginAgain(SQLException failure) {
        return dialect.isPassing(failure) || (dialect.isCutOff(failure) && !(failure instanceof NoConnectionException));
    }

    TakenRecord taken() {
        return taken;
    }

    static StoreException withoutKey(SQLException cause) {
        return new StoreException("the transaction of a call without a key failed: " + Causes.of(cause), cause);
    }
}
