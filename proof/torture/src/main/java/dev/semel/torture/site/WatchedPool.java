package dev.semel.torture.site;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose connections reach the points before and after a commit, also where the commit travels within a statement. Anyone can see what kind of pool it
 * is.
 */
final class WatchedPool extends HikariDataSource {
    private final Points points;

    WatchedPool(HikariConfig config, Points points) {
        super(config);
        this.points = points;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return around(super.getConnection(), Connection.class, name -> name.equals("commit"));
    }

    private <T> T around(Object target, Class<T> type, Predicate<String> commits) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, args) -> call(target, method, args, commits.test(method.getName()))));
    }

    private @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] args, boolean commits)
            throws Throwable {
        if (commits) {
            points.reach(Point.BEFORE_COMMIT);
        }
        try {
            Object result = method.invoke(target, args);
            if (commits) {
                points.reach(Point.AFTER_COMMIT);
            }
            return watched(result, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private @Nullable Object watched(@Nullable Object result, @Nullable Object @Nullable [] args) {
        boolean commits =
                args != null && args.length > 0 && String.valueOf(args[0]).endsWith("COMMIT");
        return result instanceof PreparedStatement statement && commits
                ? around(statement, PreparedStatement.class, name -> name.startsWith("execute"))
                : result;
    }
}
