package dev.semel.torture;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A pool whose connections reach the points before and after a commit, also where the commit travels within a statement. */
final class WatchedPool {
    private final DataSource pool;
    private final Points points;

    WatchedPool(DataSource pool, Points points) {
        this.pool = pool;
        this.points = points;
    }

    DataSource source() {
        return around(pool, DataSource.class, name -> false);
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
            return watched(result, method.getName(), args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private @Nullable Object watched(@Nullable Object result, String method, @Nullable Object @Nullable [] args) {
        if (result instanceof Connection connection && method.equals("getConnection")) {
            return around(connection, Connection.class, name -> name.equals("commit"));
        }
        boolean commits =
                args != null && args.length > 0 && String.valueOf(args[0]).endsWith("COMMIT");
        return result instanceof PreparedStatement statement && commits
                ? around(statement, PreparedStatement.class, name -> name.startsWith("execute"))
                : result;
    }
}
