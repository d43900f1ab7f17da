package dev.semel.jdbc.connection;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What can be learned about a data source that was handed in. Pools and Spring are known here by names alone. */
public final class DataSources {
    private static final String SPRING = "org.springframework.jdbc.datasource.";
    private static final String ROUTING = SPRING + "lookup.AbstractRoutingDataSource";
    private static final String JOINING = SPRING + "TransactionAwareDataSourceProxy";

    /** Of HikariCP, Commons DBCP 2, Tomcat's pool and Druid, c3p0 and UCP. */
    private static final List<String> SIZES =
            List.of("getMaximumPoolSize", "getMaxTotal", "getMaxActive", "getMaxPoolSize");

    private static final int DEEPEST = 20;

    private DataSources() {}

    /**
     * Checks that each connection is the store's own, and that all of them lead to one database.
     *
     * @throws IllegalArgumentException if it can be seen that it is not so
     */
    static void check(DataSource given) {
        DataSource each = given;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            if (isA(each, JOINING)) {
                throw new IllegalArgumentException(
                        "the store was given a TransactionAwareDataSourceProxy; give it the pool behind it, since a claim has to be"
                                + " committed on its own and must not be part of a transaction that happens to run");
            }
            if (isA(each, ROUTING)) {
                throw new IllegalArgumentException(
                        "the store was given " + each.getClass().getName()
                                + ", an AbstractRoutingDataSource, which chooses a database by the calling thread; threads send each other's"
                                + " calls and leases are renewed in the background, so records would be in the wrong database: give it the"
                                + " DataSource of one database, or use RoutedStore");
            }
            each = behind(each);
        }
    }

    private static boolean isA(DataSource source, String name) {
        for (Class<?> type = source.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what a proxy of Spring's stands for. */
    private static @Nullable DataSource behind(DataSource proxy) {
        return ask(proxy, "getTargetDataSource") instanceof DataSource target ? target : null;
    }

    /** Returns how many connections the pool gives at most; empty if it is no pool that is known, or has no limit. */
    public static OptionalInt size(DataSource given) {
        DataSource each = given;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            for (String name : SIZES) {
                if (ask(each, name) instanceof Integer size && size > 0) {
                    return OptionalInt.of(size);
                }
            }
            each = behind(each);
        }
        return OptionalInt.empty();
    }

    /** Returns after what time HikariCP takes a connection that was not given back for lost. */
    static Optional<Duration> leakDetection(DataSource given) {
        DataSource each = given;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            if (ask(each, "getLeakDetectionThreshold") instanceof Long millis && millis > 0) {
                return Optional.of(Duration.ofMillis(millis));
            }
            each = behind(each);
        }
        return Optional.empty();
    }

    private static @Nullable Object ask(DataSource source, String getter) {
        try {
            Method method = source.getClass().getMethod(getter);
            return method.invoke(source);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
