package dev.semel.benchmarks.counters;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.measure.Meter;
import dev.semel.benchmarks.servers.PostgresDatabase;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.counter.Counter;
import dev.semel.counter.CounterBuilder;
import dev.semel.counter.Counters;
import dev.semel.counter.Window;
import dev.semel.counter.store.CounterId;
import dev.semel.jdbc.counter.JdbcCounterStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts on PostgreSQL, beside an update that adds one to an existing row. */
final class SqlCounts implements CountScenes {
    private static final String NAME = "requests";
    private static final String INCREMENT = "UPDATE raw_counter SET n = n + 1 WHERE subject = ? RETURNING n";

    /** Each contender has its own table, since they are measured in turns. */
    private static final String SHARED = "semel_counter";

    private static final String UNSHARED = "semel_counter_alone";

    private final PostgresDatabase database = new PostgresDatabase();
    private final SqlPool pool = database.pool("counts");
    private final int subjects;
    private final Counter shared;
    private final Counter alone;

    SqlCounts(int subjects) throws SQLException {
        this.subjects = subjects;
        pool.execute("CREATE TABLE raw_counter (subject varchar(255) PRIMARY KEY, n bigint NOT NULL)");
        this.shared = in(SHARED).build();
        this.alone = in(UNSHARED).combining(false).build();
    }

    private CounterBuilder in(String table) {
        JdbcCounterStore store = JdbcCounterStore.builder(pool.pool())
                .table(table)
                .createSchema(true)
                .build();
        return Counters.on(store).counter(NAME, Window.month(ZoneOffset.UTC));
    }

    @Override
    public String name() {
        return database.name();
    }

    @Override
    public String description() throws SQLException {
        return database.description() + ", " + subjects + " subjects, a pool of ten connections";
    }

    @Override
    public Map<String, List<Contender>> scenes() {
        Contender.Trace raw = () -> pool.number("SELECT coalesce(sum(n), 0) FROM raw_counter");
        Map<String, List<Contender>> scenes = new LinkedHashMap<>();
        scenes.put(
                HOT,
                List.of(
                        Contender.adding(RAW, this::fillRaw, () -> increment(CountScenes.subject(0)), raw),
                        semel(SEMEL, SHARED, () -> shared.add(CountScenes.subject(0))),
                        semel(ALONE, UNSHARED, () -> alone.add(CountScenes.subject(0)))));
        scenes.put(
                COLD,
                List.of(
                        Contender.adding(RAW, this::fillRaw, () -> increment(CountScenes.any(subjects)), raw),
                        semel(SEMEL, SHARED, () -> shared.add(CountScenes.any(subjects)))));
        return scenes;
    }

    private Contender semel(String name, String table, Contender.Step step) {
        return Contender.adding(
                name, () -> fill(table), step, () -> pool.number("SELECT coalesce(sum(count), 0) FROM " + table));
    }

    private void increment(String subject) throws SQLException {
        try (Connection connection = pool.pool().getConnection();
                PreparedStatement update = connection.prepareStatement(INCREMENT)) {
            update.setString(1, subject);
            try (ResultSet found = update.executeQuery()) {
                if (!found.next()) {
                    throw new IllegalStateException("raw_counter has no row for " + subject);
                }
            }
        }
    }

    private void fillRaw() throws SQLException {
        pool.execute(
                "TRUNCATE TABLE raw_counter",
                "INSERT INTO raw_counter SELECT 'access-key-' || i, 0 FROM generate_series(0, " + (subjects - 1)
                        + ") i",
                "VACUUM ANALYZE raw_counter");
        database.settle();
    }

    /** Inserts the rows that the store would have written for counts of 0 in this month. */
    private void fill(String table) throws SQLException {
        LocalDate month = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC).withDayOfMonth(1);
        long start = month.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
        long end = month.plusMonths(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
        pool.execute("TRUNCATE TABLE " + table);
        String sql = "INSERT INTO " + table + " (digest, counter, subject, window_start, window_end, count, kept_until)"
                + " SELECT d, '" + NAME + "', s, " + start + ", " + end + ", 0, " + (end + 86_400_000_000L)
                + " FROM unnest(?::bytea[], ?::text[]) u (d, s)";
        try (Connection connection = pool.pool().getConnection();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int from = 0; from < subjects; from += 10_000) {
                int count = Math.min(10_000, subjects - from);
                byte[][] digests = new byte[count][];
                String[] names = new String[count];
                for (int i = 0; i < count; i++) {
                    names[i] = CountScenes.subject(from + i);
                    digests[i] = new CounterId(NAME, names[i]).digest();
                }
                insert.setArray(1, connection.createArrayOf("bytea", digests));
                insert.setArray(2, connection.createArrayOf("text", names));
                insert.executeUpdate();
            }
        }
        pool.execute("VACUUM ANALYZE " + table);
        database.settle();
    }

    @Override
    public Meter.Reading read() throws Exception {
        return database.read();
    }

    @Override
    public void close() {
        database.close();
    }
}
