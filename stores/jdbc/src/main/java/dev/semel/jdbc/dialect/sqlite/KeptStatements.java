package dev.semel.jdbc.dialect.sqlite;

import dev.semel.jdbc.sql.SqlCall;
import dev.semel.jdbc.sql.SqlFailures;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection that keeps prepared statements when they are closed and reuses them, for a driver that parses a statement at each
 * preparation. In a database without round trips that is a large part of a short statement. For one thread at a time.
 *
 * <p>After a failure all statements are dropped, since their state is unknown. If a statement is prepared twice at the same time, one of
 * the two is kept. Results must be closed before their statement.
 */
final class KeptStatements {
    /** More statements than the store has, as a limit in case their texts vary. */
    private static final int MOST = 32;

    private final Connection connection;
    private final Connection keeping;
    private final Map<String, PreparedStatement> idle = new HashMap<>();

    KeptStatements(Connection connection) {
        this.connection = connection;
        this.keeping = proxy(Connection.class, (proxy, method, arguments) -> onConnection(method, arguments));
    }

    /** Returns the driver's connection, which keeps no statements. */
    Connection connection() {
        return connection;
    }

    /** Runs a call on a connection that keeps statements. */
    <R extends @Nullable Object> R run(SqlCall<R> call) throws SQLException {
        try {
            return call.on(keeping);
        } catch (SQLException | RuntimeException | Error e) {
            forget(e);
            throw e;
        }
    }

    private void forget(Throwable why) {
        for (PreparedStatement each : idle.values()) {
            try {
                each.close();
            } catch (SQLException e) {
                why.addSuppressed(e);
            }
        }
        idle.clear();
    }

    /** Closes the connection after a failure. */
    void close(Throwable why) {
        SqlFailures.close(connection, why);
    }

    /** Closes the connection with all its statements. */
    void close() throws SQLException {
        connection.close();
    }

    private @Nullable Object onConnection(Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("prepareStatement") && arguments != null && arguments.length == 1) {
            return proxy(PreparedStatement.class, new Lent((String) arguments[0]));
        }
        return invoke(connection, method, arguments);
    }

    /** A prepared statement in use, until it is closed. */
    private final class Lent implements InvocationHandler {
        private final String sql;
        private final PreparedStatement statement;
        private boolean closed;

        Lent(String sql) throws SQLException {
            this.sql = sql;
            PreparedStatement present = idle.remove(sql);
            this.statement = present == null ? connection.prepareStatement(sql) : present;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("close")) {
                close();
                return null;
            }
            if (closed) {
                throw new SQLException("the statement was closed");
            }
            return KeptStatements.invoke(statement, method, arguments);
        }

        private void close() throws SQLException {
            if (closed) {
                return;
            }
            closed = true;
            if (idle.size() < MOST) {
                // A kept statement must not hold the bytes of its last use.
                statement.clearParameters();
                if (idle.putIfAbsent(sql, statement) == null) {
                    return;
                }
            }
            statement.close();
        }
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
