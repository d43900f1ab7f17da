package dev.semel.jdbc.connection;

import java.sql.SQLException;

/** No connection could be had, whatever the pool threw: nothing was sent, and the next call would wait for one as long again. */
public final class NoConnectionException extends SQLException {
    private static final long serialVersionUID = 1;

    NoConnectionException(SQLException cause) {
        super("the pool gives no connection", cause.getSQLState(), cause.getErrorCode(), cause);
    }

    /** Some pools report so that they can't make their first connection. */
    NoConnectionException(RuntimeException cause) {
        super("the pool gives no connection", "08001", cause);
    }
}
