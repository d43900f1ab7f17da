package dev.semel.momento.record;

import dev.semel.InvalidSettingsException;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.ClaimRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How long Momento keeps items. It deletes every item at the end of its time to live, and an account has a longest one. So an operation whose records would
 * have to outlive that is refused before it runs.
 */
public final class Lifetimes {
    /** Keeps an ended record for late requests, which it refuses, and makes up for clocks of unequal speed. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final SkewedClock clock;
    private final Duration longest;
    private final boolean forgetInDoubt;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Keeps items for the time that their records need.
     *
     * @param longest the longest time to live of the account
     * @param forgetInDoubt whether records in doubt may be deleted after that time
     */
    public Lifetimes(SkewedClock clock, Duration longest, boolean forgetInDoubt) {
        this.clock = clock;
        this.longest = longest;
        this.forgetInDoubt = forgetInDoubt;
    }

    /**
     * Checks that the record of a claim can live as long as its terms need.
     *
     * @throws InvalidSettingsException if it can't; nothing was claimed
     */
    void check(ClaimRequest request) {
        Duration lease = request.terms().lease();
        Duration retention = request.terms().abandonedRetention();
        Duration longestLease = longest.minus(margin());
        if (lease.compareTo(longestLease) <= 0
                && (retention == null ? forgetInDoubt : retention.compareTo(longest) <= 0)) {
            return;
        }
        List<String> problems = new ArrayList<>();
        if (lease.compareTo(longestLease) > 0) {
            problems.add("its lease is " + lease + "; on Momento it must be at most " + longestLease);
        }
        if (retention != null && retention.compareTo(longest) > 0) {
            problems.add("its retention is " + retention + ", and Momento keeps items for " + longest
                    + ": shorten the retention, or set longestTimeToLive if the account has a higher limit");
        }
        if (retention == null && !forgetInDoubt) {
            problems.add("it holds records in doubt until they are settled, and Momento deletes them after " + longest
                    + ", so that the operation would run again: choose another store, or accept that with"
                    + " forgetInDoubt(true)");
        }
        throw new InvalidSettingsException("the operation " + request.id().operation() + " on Momento", problems);
    }

    /** Returns when a settled record counts as absent. A retention longer than the longest time to live is cut, with a warning. */
    long expiry(ClockReading now, Duration retention) {
        if (retention.compareTo(longest) > 0) {
            if (warned.compareAndSet(false, true)) {
                System.getLogger("dev.semel.momento")
                        .log(
                                System.Logger.Level.WARNING,
                                "results are replayed for {0} instead of {1}: Momento keeps no item longer; shorten the"
                                        + " retention, or set longestTimeToLive if the account has a higher limit",
                                longest,
                                retention);
            }
            return now.after(longest);
        }
        return now.after(retention);
    }

    /** Returns the time to live of an item in milliseconds: until its record counts as absent for every node, and a little longer. */
    long timeToLive(ClockReading now, @Nullable Long expiresAt) {
        long most = ClockReading.millis(longest);
        if (expiresAt == null) {
            return most;
        }
        long needed = Math.max(0, expiresAt - now.written()) + margin().toMillis();
        return Math.min(most, needed);
    }

    private Duration margin() {
        return MARGIN.plusMillis(2 * clock.skewMillis());
    }
}
