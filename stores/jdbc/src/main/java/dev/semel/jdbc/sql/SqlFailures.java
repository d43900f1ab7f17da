package dev.semel.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Distinguishes failures of statements, and cleans up after them without hiding them. */
public final class SqlFailures {
    private static final String CONSTRAINT = "23";
    private static final String ROLLBACK = "40";
    private static final String COMPLETION_UNKNOWN = "40003";

    private SqlFailures() {}

    /** Returns whether a failure has one of the vendor's codes. */
    public static boolean hasCode(SQLException failure, int... codes) {
        for (int code : codes) {
            if (failure.getErrorCode() == code) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a failure has one of these SQLSTATEs. */
    public static boolean hasState(SQLException failure, String... states) {
        return List.of(states).contains(String.valueOf(failure.getSQLState()));
    }

    /** Returns whether the server reported that it has rolled a transaction back: it was in conflict, or violates a constraint. */
    public static boolean isRolledBack(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String state = each instanceof SQLException sql ? String.valueOf(sql.getSQLState()) : "";
            if (state.startsWith(CONSTRAINT) || (state.startsWith(ROLLBACK) && !state.equals(COMPLETION_UNKNOWN))) {
                return true;
            }
        }
        return false;
    }

    /** Aborts a connection whose state is unknown, so that no pool lends it again. */
    public static void abort(Connection connection, Throwable why) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | Error e) {
            attach(why, e);
        }
    }

    /** Adds a later failure to an earlier one. A driver whose connection is lost may throw the same exception again and again. */
    public static void attach(Throwable why, Throwable another) {
        if (another != why) {
            why.addSuppressed(another);
        }
    }

    /** Closes a connection because of a failure, to which it adds the failure of closing. */
    public static void close(Connection connection, Throwable why) {
        try {
            connection.close();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }
}
