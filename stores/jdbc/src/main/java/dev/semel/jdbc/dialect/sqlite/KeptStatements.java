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
 * A connection that keeps prepared statements when they are closed and gives them out again, for a driver that parses each anew: in a
 * database without round trips that is a large part of a short statement. For one thread at a time.
 *
 * <p>After a failure all are forgotten: nobody has to know in what state it has left them. A statement that is
 * given out twice at the same time is prepared twice, and one of them is kept. Results are to be closed before their statement.
 */
final class KeptStatements {
    /** More than the store has; a limit all the same, in case texts ever differ from call to call. */
    private static final int MOST = 32;

    private final Connection connection;
    private final Connection keeping;
    private final Map<String, PreparedStatement> idle = new HashMap<>();

    KeptStatements(Connection connection) {
        this.connection = connection;
        this.keeping = proxy(Connection.class, (proxy, method, arguments) -> onConnection(method, arguments));
    }

    /** The driver's own, which keeps nothing. */
    Connection connection() {
        return connection;
    }

    /** Runs it on a connection that keeps statements. */
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

    /** Closes it after a failure, in whatever state that has left it. */
    void close(Throwable why) {
        SqlFailures.close(connection, why);
    }

    /** Closes the connection and with it all statements. */
    void close() throws SQLException {
        connection.close();
    }

    private @Nullable Object onConnection(Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("prepareStatement") && arguments != null && arguments.length == 1) {
            return proxy(PreparedStatement.class, new Lent((String) arguments[0]));
        }
        return invoke(connection, method, arguments);
    }

    /** A statement until it is closed. */
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
                // Until the next use it must not hold the bytes of this one.
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
