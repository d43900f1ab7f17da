package dev.semel.jdbc.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.counter.CountTogether;
import dev.semel.counter.Counter;
import dev.semel.counter.Counters;
import dev.semel.counter.UnknownSubjectException;
import dev.semel.counter.Window;
import dev.semel.jdbc.Pools;
import dev.semel.jdbc.Sent;
import dev.semel.servers.MariaDbServer;
import dev.semel.servers.MySqlServer;
import dev.semel.servers.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("the list of statements has all statements that a store for counts sends")
class SentCountsTest {
    private final String subject = UUID.randomUUID().toString();
    private final Sent sent = new Sent();

    @Test
    void toPostgreSql() {
        check("postgresql", Pools.shared(PostgresServer.shared()));
    }

    @Test
    void toMariaDb() {
        check("mariadb", Pools.shared(MariaDbServer.shared()));
    }

    @Test
    @Tag("mysql")
    void toMySql() {
        check("mysql", Pools.shared(MySqlServer.shared()));
    }

    @Test
    void toSqlite() {
        check("sqlite", Pools.sqlite(Pools.folder().resolve("sent-counts.db")));
    }

    @Test
    void toH2() {
        check("h2", Pools.h2("sent-counts"));
    }

    private void check(String dialect, DataSource pool) {
        JdbcCounterStore.builder(pool).createSchema(true).build().close();
        try (JdbcCounterStore store =
                JdbcCounterStore.builder(sent.through(pool)).build()) {
            Map<String, Window> windows = Map.of(
                    "fixed", Window.day(ZoneOffset.UTC),
                    "session", Window.session(Duration.ofMinutes(1), Duration.ofHours(1)));
            windows.forEach((name, window) -> {
                add(store, window, name);
                addIfThere(store, window, name + ".known");
            });
            addOnce(store);
            store.overdue(10);
            store.size(10);
            store.purge(10);
        }
        sent.assertListed(dialect);
    }

    private void add(JdbcCounterStore store, Window window, String name) {
        Counter counter = Counters.on(store).counter(name, window).build();
        counter.add(subject);
        counter.add(subject);
        assertThat(counter.tryAdd(subject, 1, 2).granted()).isFalse();
        assertThat(counter.current(subject).count()).isEqualTo(2);
    }

    private void addIfThere(JdbcCounterStore store, Window window, String name) {
        Counter counter =
                Counters.on(store).counter(name, window).refuseUnknownSubjects().build();
        assertThatThrownBy(() -> counter.add(subject)).isInstanceOf(UnknownSubjectException.class);
        counter.register(subject);
        assertThat(counter.add(subject).count()).isEqualTo(1);
    }

    /** A key is remembered, found, renewed, taken back, forgotten, remembered again after its time, and purged. */
    private void addOnce(JdbcCounterStore store) {
        Instant present = Instant.now();
        AtomicReference<Instant> now = new AtomicReference<>(present.minus(Duration.ofDays(20)));
        Counters counters = Counters.on(store).clock(now::get);
        Counter one = counters.counter("one", Window.day(ZoneOffset.UTC)).build();
        Counter other = counters.counter("other", Window.day(ZoneOffset.UTC)).build();
        for (Instant instant : List.of(present.minus(Duration.ofDays(20)), present.minus(Duration.ofDays(10)))) {
            now.set(instant);
            for (Duration remember : List.of(Duration.ofMinutes(1), Duration.ofMinutes(2))) {
                counters.together(subject)
                        .add(one, 1)
                        .add(other, 1)
                        .once("key", remember)
                        .apply();
            }
        }
        CountTogether back =
                counters.together(subject).add(one, 1).add(other, 1).once("back", Duration.ofMinutes(1));
        back.apply();
        back.takeBack();
        now.set(present);
    }
}
