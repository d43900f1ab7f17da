package dev.semel.benchmarks;

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
import java.util.concurrent.ThreadLocalRandom;

/** Counts on PostgreSQL, beside an update that adds one to a row that is there. */
final class SqlCounts implements CountSite {
    private static final String NAME = "requests";

    /** Each has a table of its own, as they are measured in turns. */
    private static final String SHARED = "semel_counter";

    private static final String ALONE = "semel_counter_alone";

    private final PostgresDatabase database = new PostgresDatabase();
    private final Site site = database.site("counts");
    private final int subjects;
    private final Counter shared;
    private final Counter alone;

    SqlCounts(int subjects) throws SQLException {
        this.subjects = subjects;
        site.execute("CREATE TABLE raw_counter (subject varchar(255) PRIMARY KEY, n bigint NOT NULL)");
        this.shared = in(SHARED).build();
        this.alone = in(ALONE).combining(false).build();
    }

    private CounterBuilder in(String table) {
        JdbcCounterStore store = JdbcCounterStore.builder(site.pool())
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
    public Map<String, List<CountContender>> scenes() {
        CountContender.Sum raw = () -> sum("SELECT coalesce(sum(n), 0) FROM raw_counter");
        Map<String, List<CountContender>> scenes = new LinkedHashMap<>();
        scenes.put(
                HOT,
                List.of(
                        new CountContender(RAW, this::fillRaw, () -> increment(subject(0)), raw),
                        semel(SEMEL, SHARED, () -> shared.add(subject(0))),
                        semel("Semel, not combined", ALONE, () -> alone.add(subject(0)))));
        scenes.put(
                COLD,
                List.of(
                        new CountContender(RAW, this::fillRaw, () -> increment(any()), raw),
                        semel(SEMEL, SHARED, () -> shared.add(any()))));
        return scenes;
    }

    private CountContender semel(String name, String table, SqlContender.Step step) {
        return new CountContender(
                name, () -> fill(table), step, () -> sum("SELECT coalesce(sum(count), 0) FROM " + table));
    }

    private static String subject(int number) {
        return "access-key-" + number;
    }

    private String any() {
        return subject(ThreadLocalRandom.current().nextInt(subjects));
    }

    private void increment(String subject) throws SQLException {
        String sql = "UPDATE raw_counter SET n = n + 1 WHERE subject = ? RETURNING n";
        try (Connection connection = site.pool().getConnection();
                PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, subject);
            try (ResultSet found = update.executeQuery()) {
                if (!found.next()) {
                    throw new IllegalStateException("there is no such row");
                }
            }
        }
    }

    private long sum(String sql) throws SQLException {
        try (Connection connection = site.pool().getConnection();
                PreparedStatement select = connection.prepareStatement(sql);
                ResultSet found = select.executeQuery()) {
            found.next();
            return found.getLong(1);
        }
    }

    private void fillRaw() throws SQLException {
        site.execute(
                "TRUNCATE TABLE raw_counter",
                "INSERT INTO raw_counter SELECT 'access-key-' || i, 0 FROM generate_series(0, " + (subjects - 1)
                        + ") i",
                "VACUUM ANALYZE raw_counter");
        database.calmDown();
    }

    /** With what the store would have written for a count of nothing in this month. */
    private void fill(String table) throws SQLException {
        LocalDate month = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC).withDayOfMonth(1);
        long start = month.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
        long end = month.plusMonths(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
        site.execute("TRUNCATE TABLE " + table);
        String sql = "INSERT INTO " + table + " (digest, counter, subject, window_start, window_end, count, kept_until)"
                + " SELECT d, '" + NAME + "', s, " + start + ", " + end + ", 0, " + (end + 86_400_000_000L)
                + " FROM unnest(?::bytea[], ?::text[]) u (d, s)";
        try (Connection connection = site.pool().getConnection();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int from = 0; from < subjects; from += 10_000) {
                int count = Math.min(10_000, subjects - from);
                byte[][] digests = new byte[count][];
                String[] names = new String[count];
                for (int i = 0; i < count; i++) {
                    names[i] = subject(from + i);
                    digests[i] = new CounterId(NAME, names[i]).digest();
                }
                insert.setArray(1, connection.createArrayOf("bytea", digests));
                insert.setArray(2, connection.createArrayOf("text", names));
                insert.executeUpdate();
            }
        }
        site.execute("VACUUM ANALYZE " + table);
        database.calmDown();
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
