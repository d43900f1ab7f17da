package dev.semel.jdbc;

import java.sql.Connection;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A transaction that somebody runs for others, such as the adapter of a framework: who begins and ends it knows more of it than can be seen
 * from its connection.
 *
 * @param connection not in auto-commit mode, and to the database of the store
 * @param isNew whether it begins with this call and ends after it. Then nothing is looked up on a second connection while it holds one, so that
 *     callers can't wait for one another's connections, and {@link BeginAgainException} says if it is worth another try
 * @param commitsAfter the exceptions of the work after which it is committed all the same. If such a one is to be replayed, it is recorded inside;
 *     after any other exception the transaction must be rolled back
 */
public record BegunTransaction(Connection connection, boolean isNew, Predicate<? super Throwable> commitsAfter) {
    public BegunTransaction {
        Objects.requireNonNull(connection, "connection");
        Objects.requireNonNull(commitsAfter, "commitsAfter");
    }

    static BegunTransaction of(Connection connection) {
        return new BegunTransaction(connection, false, thrown -> false);
    }
}
