package dev.semel.testkit.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.counter.store.CountResult;
import dev.semel.counter.store.Span;
import dev.semel.counter.store.StoredCount;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class SessionCases extends CountCases {
    SessionCases(CounterStoreContract contract) {
        super(contract);
    }

    private static Instant minute(int minute) {
        return TODAY.plus(Duration.ofMinutes(minute));
    }

    private static Span hit(int minute) {
        return new Span.Session(minute(minute), Duration.ofMinutes(30), Duration.ofMinutes(100));
    }

    private StoredCount hitAt(int minute) {
        return applied(call(change("c", 1, hit(minute))));
    }

    private static StoredCount session(int start, int end, long count) {
        return new StoredCount(minute(start), minute(end), count);
    }

    @Test
    @DisplayName("are renewed by each hit")
    void renews() {
        assertThat(hitAt(0)).isEqualTo(session(0, 30, 1));
        assertThat(hitAt(29)).isEqualTo(session(0, 59, 2));
        assertThat(hitAt(58)).isEqualTo(session(0, 88, 3));
    }

    @Test
    @DisplayName("start again with a hit exactly at their end")
    void ends() {
        hitAt(0);
        assertThat(hitAt(30)).isEqualTo(session(30, 60, 1));
    }

    @Test
    @DisplayName("never exceed their longest duration")
    void longest() {
        hitAt(0);
        hitAt(25);
        hitAt(50);
        assertThat(hitAt(75)).isEqualTo(session(0, 100, 4));
        assertThat(hitAt(99)).isEqualTo(session(0, 100, 5));
        assertThat(hitAt(100)).isEqualTo(session(100, 130, 1));
    }

    @Test
    @DisplayName("E2 count a hit by a slow clock, and do not end sooner by it")
    void late() {
        hitAt(40);
        hitAt(60);
        assertThat(hitAt(45)).isEqualTo(session(40, 90, 3));
        assertThat(hitAt(10)).isEqualTo(session(40, 90, 4));
    }

    @Test
    @DisplayName("E4 are not renewed by a refused hit")
    void refusedHit() {
        hitAt(0);
        CountResult.OverLimit refused = refused(call(change("c", 1, 1, hit(20))));
        assertThat(refused.counts()).containsExactly(session(0, 30, 1));
        assertThat(hitAt(30)).isEqualTo(session(30, 60, 1));
    }
}
