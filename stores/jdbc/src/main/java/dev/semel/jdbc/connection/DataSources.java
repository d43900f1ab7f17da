package dev.semel.jdbc.connection;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What a data source shows of itself. Pools and Spring's proxies are recognised by names alone. */
public final class DataSources {
    private static final String SPRING = "org.springframework.jdbc.datasource.";
    private static final String ROUTING = SPRING + "lookup.AbstractRoutingDataSource";
    private static final String JOINING = SPRING + "TransactionAwareDataSourceProxy";

    /** The getters of HikariCP, Commons DBCP 2, Tomcat's pool and Druid, c3p0 and UCP. */
    private static final List<String> SIZES =
            List.of("getMaximumPoolSize", "getMaxTotal", "getMaxActive", "getMaxPoolSize");

    private static final int DEEPEST = 20;

    private DataSources() {}

    /**
     * Checks that connections do not belong to the application's transactions, and that all lead to one database.
     *
     * @throws IllegalArgumentException if the data source is known to violate that
     */
    static void check(DataSource given) {
        DataSource each = given;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            if (isA(each, JOINING)) {
                throw new IllegalArgumentException(
                        "the store's DataSource is a TransactionAwareDataSourceProxy; pass the pool behind it, since a claim must be"
                                + " committed separately from a running transaction");
            }
            if (isA(each, ROUTING)) {
                throw new IllegalArgumentException(
                        "the store's DataSource is " + each.getClass().getName()
                                + ", an AbstractRoutingDataSource, which chooses a database by the calling thread; threads send each other's"
                                + " calls and leases are renewed in the background, so records or counts would be in the wrong database;"
                                + " pass the DataSource of one database; RoutedStore keeps records, but not counts, in several");
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

    /** Returns the data source behind a proxy of Spring. */
    private static @Nullable DataSource behind(DataSource proxy) {
        return ask(proxy, "getTargetDataSource") instanceof DataSource target ? target : null;
    }

    /** Returns the maximum size of the pool; empty if the pool is unknown or has no limit. */
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

    /** Returns the time after which HikariCP reports a connection as leaked. */
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
