package dev.semel.benchmarks;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.benchmarks.report.Target;
import dev.semel.benchmarks.report.Target.Bound;
import dev.semel.jdbc.JdbcStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Counts how many statements a lone caller sends, with a pool that counts whatever is executed on its connections. */
final class StatementCount {
    private static final int CALLS = 200;
    private static final Map<String, Class<?>> WRAPPED = Map.of(
            "getConnection", Connection.class,
            "prepareStatement", PreparedStatement.class,
            "createStatement", Statement.class);

    private final AtomicLong executed = new AtomicLong();

    private StatementCount() {}

    static List<Target> of(Database database) {
        StatementCount counter = new StatementCount();
        DataSource pool = counter.counting(database.site("statements").pool(), DataSource.class);
        try (JdbcStore store = JdbcStore.builder(pool)
                        .table("statements")
                        .createSchema(true)
                        .build();
                Semel semel = Semel.on(store)) {
            Operation<byte[]> operation =
                    semel.operation("payments.create", Codec.bytes()).build();
            // The store may learn from what it sees; what counts is the steady state.
            counter.perCall(operation, "warm-up-");
            double fresh = counter.perCall(operation, "counted-");
            counter.perCall(operation, "counted-");
            double replay = counter.perCall(operation, "counted-");
            return List.of(target(database, "a new operation", fresh, 2), target(database, "a replay", replay, 1));
        }
    }

    private static Target target(Database database, String what, double measured, double limit) {
        return new Target(
                database.name() + ", statements for " + what, Bound.AT_MOST, measured, limit, "statements", 2);
    }

    private double perCall(Operation<byte[]> operation, String prefix) {
        long before = executed.get();
        for (int i = 0; i < CALLS; i++) {
            operation.once(prefix + i, Payment.number(1), () -> Rows.RESULT);
        }
        return (double) (executed.get() - before) / CALLS;
    }

    private <T> T counting(Object target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getName().startsWith("execute")) {
                executed.incrementAndGet();
            }
            try {
                Object result = method.invoke(target, args);
                Class<?> wrapped = WRAPPED.get(method.getName());
                if (result == null || wrapped == null || target instanceof Statement) {
                    return result;
                }
                return counting(result, wrapped);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }));
    }
}
