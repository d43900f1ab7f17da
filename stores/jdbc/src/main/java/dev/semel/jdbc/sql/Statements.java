package dev.semel.jdbc.sql;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/** The statements of a dialect by name. Each is added where it is composed, so that all can be printed and reviewed. */
public final class Statements {
    private final Map<String, String> all = new ConcurrentSkipListMap<>();

    /** Adds a statement, and returns its text. */
    public String add(String name, String sql) {
        all.put(name, sql);
        return sql;
    }

    /** Adds a statement whose text depends on an argument, as it is for {@code example}. */
    public <A> Function<A, String> add(String name, A example, Function<A, String> sql) {
        add(name, sql.apply(example));
        return sql;
    }

    /** Returns all statements, sorted by name. */
    public Map<String, String> all() {
        return Collections.unmodifiableMap(all);
    }
}
