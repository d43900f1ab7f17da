package dev.semel.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Data sources and connections with the behaviour that a test needs. */
public final class Sources {
    private Sources() {}

    /** Supplies a connection. */
    public interface Source {
        Connection get() throws SQLException;
    }

    /** The call that a connection would execute. */
    public interface Original {
        Object run() throws Throwable;
    }

    /** The behaviour that replaces a call. */
    public interface Instead {
        Object run(String method, Original original) throws Throwable;
    }

    public static DataSource of(Source source) {
        return (DataSource) Proxy.newProxyInstance(
                Sources.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, args) -> {
                    if (method.getName().equals("getConnection") && args == null) {
                        return source.get();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    public static Connection around(Connection connection, Instead instead) {
        return (Connection) Proxy.newProxyInstance(
                Sources.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> instead.run(method.getName(), () -> {
                    try {
                        return method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** Returns a pool of one connection, which resets and checks nothing when the connection is returned. */
    public static DataSource careless(Connection connection) {
        return of(() -> around(connection, (method, original) -> method.equals("close") ? null : original.run()));
    }
}
