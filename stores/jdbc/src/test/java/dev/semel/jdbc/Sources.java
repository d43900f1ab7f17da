package dev.semel.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Data sources and connections that do what a test wants. */
public final class Sources {
    private Sources() {}

    /** Gives a connection. */
    public interface Source {
        Connection get() throws SQLException;
    }

    /** What a connection would do. */
    public interface Original {
        Object run() throws Throwable;
    }

    /** What is done instead. */
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

    /** A pool of one connection that resets nothing and checks nothing when it gets that back. */
    public static DataSource careless(Connection connection) {
        return of(() -> around(connection, (method, original) -> method.equals("close") ? null : original.run()));
    }
}
