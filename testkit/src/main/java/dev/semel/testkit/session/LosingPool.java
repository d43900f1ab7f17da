package dev.semel.testkit.session;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A connection pool that loses connections at chosen points. The server rolls a lost connection back. Safe for use by multiple threads. */
public final class LosingPool {
    private final DataSource target;
    private final Set<Link> open = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Loss> next = new AtomicReference<>();
    private volatile boolean isCutOff;

    /** Wraps a pool. */
    public LosingPool(DataSource target) {
        this.target = target;
    }

    private record Loss(Form.Point point, boolean applied) {}

    /** Returns the data source for the application. */
    public DataSource dataSource() {
        return proxy(DataSource.class, (method, args) -> {
            if (!method.getName().equals("getConnection")) {
                return invoke(method, target, args);
            } else if (isCutOff) {
                throw new SQLException("injected: no connection", "08001");
            }
            Link link = new Link(target.getConnection());
            open.add(link);
            return link.connection();
        });
    }

    /** Loses the connection of the next statement or the next commit, after it was applied or before. */
    public void lose(Form.Point point, boolean applied) {
        next.set(new Loss(point, applied));
    }

    /** Loses all connections and opens no new ones, or opens connections again. */
    public void cutOff(boolean choice) throws SQLException {
        isCutOff = choice;
        if (choice) {
            for (Link each : open) {
                each.lose();
            }
        }
    }

    /** Handles a call to a proxy. */
    private interface Call {
        @Nullable
        Object run(Method method, Object @Nullable [] args) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                LosingPool.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> switch (method.getName()) {
                    case "equals" -> self == args[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> call.run(method, args);
                }));
    }

    private static @Nullable Object invoke(Method method, Object target, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A connection that can be lost. */
    private final class Link {
        private final Connection real;
        private volatile boolean isLost;

        Link(Connection real) {
            this.real = real;
        }

        Connection connection() {
            return proxy(Connection.class, (method, args) -> {
                String name = method.getName();
                if (name.equals("close")) {
                    open.remove(this);
                    real.close();
                    return null;
                } else if (name.equals("isClosed")) {
                    return isLost || real.isClosed();
                } else if (name.equals("abort")) {
                    lose();
                    return null;
                }
                check();
                Object result = name.equals("commit")
                        ? strike(Form.Point.RECORD, () -> invoke(method, real, args))
                        : invoke(method, real, args);
                return result instanceof Statement statement ? watched(statement, args) : result;
            });
        }

        private Object watched(Statement statement, Object @Nullable [] made) {
            boolean isPrepared = statement instanceof PreparedStatement;
            String prepared = isPrepared && made != null ? String.valueOf(made[0]) : "";
            Class<? extends Statement> type = isPrepared ? PreparedStatement.class : Statement.class;
            return proxy(type, (method, args) -> {
                if (!method.getName().startsWith("execute")) {
                    return invoke(method, statement, args);
                }
                check();
                String sql = args == null ? prepared : String.valueOf(args[0]);
                Form.Point point = sql.endsWith("COMMIT") ? Form.Point.RECORD : Form.Point.CLAIM;
                return strike(point, () -> invoke(method, statement, args));
            });
        }

        private @Nullable Object strike(Form.Point point, Original original) throws Throwable {
            Loss loss = next.get();
            if (loss == null || loss.point() != point || !next.compareAndSet(loss, null)) {
                return original.run();
            }
            if (loss.applied()) {
                original.run();
            }
            lose();
            throw point == Form.Point.RECORD ? unresolved() : lost();
        }

        private void check() throws SQLException {
            if (isLost) {
                throw lost();
            }
        }

        private SQLException lost() {
            return new SQLException("injected: the connection is lost", "08006");
        }

        /** As MySQL's driver reports it. */
        private SQLException unresolved() {
            return new SQLException("injected: the connection is lost while it commits", "08007");
        }

        void lose() throws SQLException {
            if (!isLost) {
                isLost = true;
                if (!real.getAutoCommit()) {
                    real.rollback();
                }
            }
        }
    }

    /** The call that would be made without a fault. */
    private interface Original {
        @Nullable
        Object run() throws Throwable;
    }
}
