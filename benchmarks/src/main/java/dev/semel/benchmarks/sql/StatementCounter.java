package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.report.PerformanceTarget;
import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.workload.SteadyCalls;
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

/** Counts the statements that one thread sends, with a pool that counts every execution on its connections. */
final class StatementCounter {
    private static final Map<String, Class<?>> WRAPPED = Map.of(
            "getConnection", Connection.class,
            "prepareStatement", PreparedStatement.class,
            "createStatement", Statement.class);

    private final AtomicLong executed = new AtomicLong();

    private StatementCounter() {}

    static List<PerformanceTarget> count(BenchDatabase database) {
        StatementCounter counter = new StatementCounter();
        DataSource pool = counter.counting(database.pool("statements").pool(), DataSource.class);
        JdbcStore store =
                JdbcStore.builder(pool).table("statements").createSchema(true).build();
        return SteadyCalls.count(store, counter.executed::get, database.name() + ", ", "statements");
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
