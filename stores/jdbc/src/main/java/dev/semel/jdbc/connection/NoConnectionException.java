package dev.semel.jdbc.connection;

import java.sql.SQLException;

/** The pool returned no connection. Nothing was sent, and the next call would wait for one just as long. */
public final class NoConnectionException extends SQLException {
    private static final long serialVersionUID = 1;

    NoConnectionException(SQLException cause) {
        super("the pool has no connection", cause.getSQLState(), cause.getErrorCode(), cause);
    }

    /** Wraps the exception by which some pools report that their first connection failed. */
    NoConnectionException(RuntimeException cause) {
        super("the pool has no connection", "08001", cause);
    }
}
