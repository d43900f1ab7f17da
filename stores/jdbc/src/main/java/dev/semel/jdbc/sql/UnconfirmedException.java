package dev.semel.jdbc.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A commit took place, and is not as durable as it should be. A type, since drivers use its SQLSTATE for commits whose reply was lost. */
final class UnconfirmedException extends SQLException {
    private static final long serialVersionUID = 1;
    private static final String RESOLUTION_UNKNOWN = "08007";

    UnconfirmedException(String reason, @Nullable Throwable cause) {
        super(reason, RESOLUTION_UNKNOWN, cause);
    }
}
