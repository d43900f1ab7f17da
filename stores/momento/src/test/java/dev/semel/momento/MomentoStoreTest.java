package dev.semel.momento;

import dev.semel.policy.Retention;
import dev.semel.servers.momento.AccountLimits;
import dev.semel.servers.momento.MomentoDouble;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.store.StoreContract;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the Momento store, with a clock that the test controls, in an account that keeps items for a century")
class MomentoStoreTest extends StoreContract {
    private static final Duration LONGEST = Retention.MAX.plus(Duration.ofDays(30));
    private static final TestClock CLOCK = TestClock.create();
    private static MomentoDouble momento;

    @BeforeAll
    static void start() {
        momento = Doubles.start(
                MomentoDouble.Settings.DEFAULT.withClock(CLOCK).withLimits(new AccountLimits(5_000_000, LONGEST)));
    }

    @AfterAll
    static void stop() {
        momento.close();
    }

    @Override
    protected Store openStore() {
        return Doubles.builder(momento, CLOCK).longestTimeToLive(LONGEST).build();
    }

    @Override
    protected void passTime(Duration time) {
        CLOCK.advance(time);
    }

    @Override
    protected boolean hasExactTime() {
        return true;
    }

    @Override
    protected boolean purgesItself() {
        return true;
    }

    @Override
    protected Duration deletedAfter() {
        return Duration.ofMinutes(1);
    }

    @Override
    protected Optional<Integer> resultLimit() {
        return Optional.of(1_000_000);
    }

    @Override
    protected boolean makeUnreadable(RecordId id) {
        return momento.change(Doubles.CACHE, Records.key(id), bytes -> {
            bytes[0] = 2;
            return bytes;
        });
    }

    @Override
    protected boolean damageResult(RecordId id, UnaryOperator<byte[]> change) {
        return momento.change(Doubles.CACHE, Records.key(id), bytes -> Records.withResult(bytes, change));
    }
}
