package dev.semel.torture.layer;

import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognises deadlocks of the databases. None may reach a caller. */
public final class Deadlocks {
    private Deadlocks() {}

    /** Returns whether there is a deadlock among causes, suppressed exceptions and the exceptions that a driver chains. */
    public static boolean isIn(Throwable thrown) {
        return isIn(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean isIn(@Nullable Throwable thrown, Set<Throwable> seen) {
        if (thrown == null || !seen.add(thrown)) {
            return false;
        }
        if (thrown instanceof SQLException sql && (isDeadlock(sql) || isIn(sql.getNextException(), seen))) {
            return true;
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (isIn(suppressed, seen)) {
                return true;
            }
        }
        return isIn(thrown.getCause(), seen);
    }

    private static boolean isDeadlock(SQLException sql) {
        return sql.getErrorCode() == 1213 || "40P01".equals(sql.getSQLState());
    }
}
