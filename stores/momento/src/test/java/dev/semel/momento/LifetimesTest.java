package dev.semel.momento;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.InvalidSettingsException;
import dev.semel.RecordState;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two nodes, A and B, each with its own clock, and Momento with the true time. */
@DisplayName("leases, retentions and times to live, to the millisecond")
class LifetimesTest {
    private static final Duration SKEW = Duration.ofMillis(700);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration MARGIN = Duration.ofMinutes(1).plus(SKEW.multipliedBy(2));
    private static final Duration DAY = Duration.ofHours(24);

    private final TestClock truth = TestClock.create();
    private final MomentoDouble momento = Doubles.start(truth);
    private final TestClock clockA = new TestClock(truth.instant());
    private final TestClock clockB = new TestClock(truth.instant());
    private final MomentoStore a = open(clockA);
    private final MomentoStore b = open(clockB);

    private MomentoStore open(TestClock clock) {
        return Doubles.builder(momento, clock).skewAllowance(SKEW).build();
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
        momento.close();
    }

    private void pass(Duration time) {
        truth.advance(time);
        clockA.advance(time);
        clockB.advance(time);
    }

    private Duration timeToLive(RecordId id) {
        Instant end = momento.end(Doubles.CACHE, Records.key(id));
        return Duration.between(truth.instant(), end);
    }

    @Test
    @DisplayName("F4 a lease has expired when the allowance has passed after its end, and not before")
    void leaseEnd() {
        RecordId id = Records.id();
        Records.claim(a, id);
        pass(Records.LEASE.plus(SKEW).minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(b.find(id).orElseThrow().state()).isEqualTo(RecordState.IN_PROGRESS);
        pass(MILLI);
        assertThat(b.find(id).orElseThrow().state()).isEqualTo(RecordState.ABANDONED);
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("F4 a node whose clock is ahead by the allowance does not take over before the owner's own clock has"
            + " reached the end")
    void nodeAhead() {
        clockB.advance(SKEW);
        RecordId id = Records.id();
        Records.claim(a, id);
        pass(Records.LEASE.minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Busy.class);
        pass(MILLI);
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName("F4 an expired record that was not deleted is claimable when the allowance has passed, and not before")
    void retentionEnd() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        pass(Records.RETENTION.plus(SKEW).minus(MILLI));
        assertThat(b.claim(Records.request(id))).isInstanceOf(ClaimResult.Settled.class);
        pass(MILLI);
        assertThat(b.find(id)).isEmpty();
        assertThat(momento.item(Doubles.CACHE, Records.key(id))).isNotNull();
        StoredRecord next = b.claim(Records.request(id)).record();
        assertThat(next.attempt()).isEqualTo(1);
        assertThat(next.token().epoch()).isEqualTo(2);
    }

    @Test
    @DisplayName("a record that Momento has deleted is claimed as a new one")
    void deleted() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        pass(Records.RETENTION.plus(MARGIN));
        assertThat(momento.item(Doubles.CACHE, Records.key(id))).isNull();
        assertThat(b.claim(Records.request(id)).record().token().epoch()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "F4 the time to live of each write is what the record needs, twice the allowance and a minute, up to a day")
    void timesToLive() {
        RecordId id = Records.id();
        ClaimRequest request = Records.request(id);
        Duration abandoned = Records.LEASE.plus(Records.RETENTION).plus(MARGIN);
        Token token = a.claim(request).record().token();
        assertThat(timeToLive(id)).isEqualTo(abandoned);
        pass(Duration.ofSeconds(10));
        a.renew(id, token, request.terms());
        assertThat(timeToLive(id)).isEqualTo(abandoned);
        a.renew(id, token, Records.holding(id).terms());
        assertThat(timeToLive(id)).isEqualTo(DAY);
        a.release(id, token, ReleaseAs.RUNNABLE, Duration.ZERO);
        assertThat(timeToLive(id)).isEqualTo(MARGIN);
        a.settle(id, Records.claim(a, id), Records.RESULT, DAY);
        assertThat(timeToLive(id)).isEqualTo(DAY);
    }

    @Test
    @DisplayName(
            "A6 a record that is released as abandoned is abandoned immediately, also for a node whose clock is behind")
    void releasedAsAbandoned() {
        clockB.advance(SKEW.negated());
        RecordId id = Records.id();
        Token token = Records.claim(a, id);
        a.release(id, token, ReleaseAs.ABANDONED, Records.RETENTION);
        ClaimResult result = b.claim(Records.request(id));
        assertThat(((ClaimResult.Claimed) result).tookOver()).isTrue();
    }

    @Test
    @DisplayName("a clock that is set back between two requests of a claim does not revive an expired record")
    void clockSetBack() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Records.RETENTION);
        Instant over = clockA.instant().plus(Records.RETENTION).plus(SKEW);
        Instant[] readings = {over, clockA.instant()};
        int[] reading = new int[1];
        try (MomentoStore jumping = Doubles.builder(momento, clockA)
                .clock(() -> readings[Math.min(reading[0]++, 1)])
                .skewAllowance(SKEW)
                .build()) {
            StoredRecord next = jumping.claim(Records.request(id)).record();
            assertThat(next.attempt()).isEqualTo(1);
            assertThat(next.createdAt()).isEqualTo(over);
        }
    }

    @Test
    @DisplayName(
            "an operation whose records Momento can't keep long enough is refused before it runs, with all reasons")
    void refused() {
        RecordId id = Records.id();
        ClaimRequest tooLong = Records.request(id, new LeaseTerms(DAY, DAY.plus(MILLI)));
        assertThatThrownBy(() -> a.claim(tooLong))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("the operation test on Momento can't be built")
                .hasMessageContaining("its lease is PT24H; on Momento it must be at most PT23H58M58.6S")
                .hasMessageContaining("its retention is PT24H0.001S, and Momento keeps items for PT24H");
        try (MomentoStore careful =
                Doubles.builder(momento, clockA).forgetInDoubt(false).build()) {
            assertThatThrownBy(() -> careful.claim(Records.holding(id)))
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageContaining("forgetInDoubt(true)");
        }
        assertThat(momento.item(Doubles.CACHE, Records.key(id))).isNull();
        assertThat(a.claim(Records.request(id, new LeaseTerms(Records.LEASE, DAY))))
                .isInstanceOf(ClaimResult.Claimed.class);
    }

    @Test
    @DisplayName(
            "a result with a longer retention than Momento allows is kept as long as it can be, and says until when")
    void cut() {
        RecordId id = Records.id();
        a.settle(id, Records.claim(a, id), Records.RESULT, Duration.ofDays(30));
        assertThat(a.find(id).orElseThrow().expiresAt())
                .isEqualTo(clockA.instant().plus(DAY));
        assertThat(timeToLive(id)).isEqualTo(DAY);
    }
}
