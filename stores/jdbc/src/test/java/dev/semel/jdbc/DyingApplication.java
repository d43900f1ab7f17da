package dev.semel.jdbc;

import static dev.semel.policy.Policies.hold;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** An application that pays once and dies at a given step, as by kill -9: nothing is flushed, closed or rolled back. */
final class DyingApplication {
    static final int DEAD = 42;

    /** The steps at which it dies. */
    enum Step {
        IN_TRANSACTION_CLAIMED(true),
        IN_TRANSACTION_PAID(true),
        BEFORE_COMMIT(true),
        AFTER_COMMIT(true),
        CLAIMED(false),
        PAID(false),
        SETTLED(false);

        private final boolean transactional;

        Step(boolean transactional) {
            this.transactional = transactional;
        }

        boolean isTransactional() {
            return transactional;
        }
    }

    private final Step dieAt;

    private DyingApplication(Step dieAt) {
        this.dieAt = dieAt;
    }

    public static void main(String[] args) throws Exception {
        HikariDataSource pool = Pools.of(args[0], config -> {
            config.setUsername(args[1]);
            config.setPassword("");
        });
        new DyingApplication(Step.valueOf(args[2])).run(pool, args[3]);
    }

    private void reach(Step step) {
        if (step == dieAt) {
            Runtime.getRuntime().halt(DEAD);
        }
    }

    private void run(HikariDataSource pool, String key) throws SQLException {
        JdbcStore store =
                JdbcStore.builder(dyingAtCommit(pool)).createSchema(true).build();
        if (dieAt.isTransactional()) {
            operation(store).in(store.transactions()).once(key, "r", tx -> {
                reach(Step.IN_TRANSACTION_CLAIMED);
                pay(tx.connection(), key);
                reach(Step.IN_TRANSACTION_PAID);
                return "receipt";
            });
        } else {
            operation(dyingAtCalls(store)).once(key, "r", () -> {
                try (Connection connection = pool.getConnection()) {
                    pay(connection, key);
                }
                reach(Step.PAID);
                return "receipt";
            });
        }
    }

    static Operation<String> operation(Store store) {
        return Semel.on(store)
                .operation("dying", Codec.text())
                .lease(Duration.ofSeconds(1))
                .afterAbandonment(hold())
                .build();
    }

    static String pay(Connection connection, String key) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO paid (pay_key) VALUES (?)")) {
            insert.setString(1, key);
            insert.executeUpdate();
        }
        return "receipt";
    }

    private Store dyingAtCalls(Store store) {
        return new DelegatingStore(store) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                ClaimResult result = super.claim(request);
                reach(Step.CLAIMED);
                return result;
            }

            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                OwnerWrite write = super.settle(id, token, result, retention);
                reach(Step.SETTLED);
                return write;
            }
        };
    }

    private DataSource dyingAtCommit(DataSource pool) {
        return Sources.of(() -> dying(pool.getConnection()));
    }

    private Connection dying(Connection connection) {
        return dying(connection, Connection.class, method -> method.equals("commit"));
    }

    /** Dies before or after the commit: a call of the connection, or a statement that contains it. */
    private <T> T dying(Object target, Class<T> type, Predicate<String> committing) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            boolean commits = committing.test(method.getName());
            if (commits) {
                reach(Step.BEFORE_COMMIT);
            }
            try {
                Object result = method.invoke(target, args);
                boolean prepares = method.getName().equals("prepareStatement");
                return prepares && ((String) args[0]).endsWith("COMMIT")
                        ? dying(result, PreparedStatement.class, each -> each.startsWith("execute"))
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                if (commits) {
                    reach(Step.AFTER_COMMIT);
                }
            }
        }));
    }
}
