package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.jdbc.print.PrintStatements;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Records the statements that go through a pool, to compare them with those that a dialect lists. */
public final class Sent {
    private static final String ENDS_OF_TRANSACTIONS = "COMMIT|ROLLBACK|START TRANSACTION.*|BEGIN.*";

    private final Set<String> texts = ConcurrentHashMap.newKeySet();

    /** Returns the pool with its statements recorded. */
    public DataSource through(DataSource pool) {
        return around(pool, DataSource.class);
    }

    private <T> T around(Object target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                Sent.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().matches("(prepare|execute).*") && arguments != null) {
                        texts.add((String) arguments[0]);
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        return switch (method.getName()) {
                            case "getConnection" ->
                                target instanceof DataSource ? around(result, Connection.class) : result;
                            case "createStatement" -> around(result, Statement.class);
                            default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** Checks that the list of a dialect contains everything that was sent. */
    public void assertListed(String dialect) {
        Set<String> listed = PrintStatements.all(dialect).values().stream()
                .flatMap(Sent::parts)
                .collect(Collectors.toSet());
        assertThat(texts).isNotEmpty();
        assertThat(texts.stream().flatMap(Sent::parts).filter(part -> !listed.contains(part)))
                .as("statements that " + dialect
                        + " gets and PrintStatements does not list: name them with Dialect.named")
                .isEmpty();
    }

    /** Splits SQL into single statements, each reduced to one row, without the schema and without what varies from call to call. */
    private static Stream<String> parts(String sql) {
        return Stream.of(sql.replaceFirst("^SET STATEMENT [^?]* FOR ", "").split(";"))
                .filter(part -> !part.matches(ENDS_OF_TRANSACTIONS))
                .map(part -> once(
                        once(once(part, ", ", "?"), ", ", "(?)"), " UNION ALL ", between(part, "UPDATE (", " UNION ")))
                .map(part -> once(part, ", ", between(part, " VALUES ", "), (") + ")"))
                .map(part -> part.replaceAll("semel_[0-9a-f-]{20,}", "semel_nonce")
                        .replaceAll("(?:`[^`]+`|\\b\\w+)\\.(?=semel_)", "")
                        .replaceAll("(?i)(lock_(?:wait_)?timeout(?: =)?) \\d+", "$1 1"));
    }

    private static String once(String sql, String separator, String repeated) {
        String result = sql;
        while (result.contains(repeated + separator + repeated)) {
            result = result.replace(repeated + separator + repeated, repeated);
        }
        return result;
    }

    private static String between(String sql, String before, String after) {
        int from = sql.indexOf(before) + before.length();
        int to = sql.indexOf(after, from);
        return sql.contains(before) && to > 0 ? once(sql.substring(from, to), ", ", "?") : "none";
    }
}
