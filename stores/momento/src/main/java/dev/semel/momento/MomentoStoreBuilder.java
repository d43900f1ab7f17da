package dev.semel.momento;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.StoreException;
import dev.semel.momento.record.Lifetimes;
import dev.semel.momento.record.MomentoItems;
import dev.semel.momento.record.MomentoKeys;
import dev.semel.momento.record.MomentoResults;
import dev.semel.momento.wire.MomentoLink;
import dev.semel.policy.Retention;
import dev.semel.skew.SkewedClock;
import dev.semel.store.LargeResults;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import momento.sdk.auth.CredentialProvider;
import org.jspecify.annotations.Nullable;

/** Configures and builds a {@link MomentoStore}. Not safe for use by many threads. */
public final class MomentoStoreBuilder {
    private static final Pattern PREFIX = Pattern.compile("[!-~]{1,100}");
    private static final Duration LONGEST_SKEW = Duration.ofHours(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);
    private static final Duration SHORTEST_LIFE = Duration.ofMinutes(10);
    private static final Duration LONGEST_LIFE = Retention.MAX.plus(Duration.ofDays(30));
    /** Leaves room for the rest of the item with the longest key. */
    private static final int MAX_RESULT = MomentoResults.MAX_ITEM - 16 * 1024;

    private final CredentialProvider credentials;
    private final String cache;
    private String keyPrefix = "semel:";
    private Duration skewAllowance = Duration.ofSeconds(1);
    private Duration timeout = Duration.ofSeconds(5);
    private Duration longestTimeToLive = Duration.ofHours(24);
    private boolean forgetInDoubt;
    private InstantSource clock = InstantSource.system();
    private int maxResultBytes = 1_000_000;
    private @Nullable LargeResults largeResults;
    private int largeAbove;
    private boolean checkCache = true;

    MomentoStoreBuilder(CredentialProvider credentials, String cache) {
        this.credentials = credentials;
        this.cache = cache;
    }

    /**
     * Sets what the keys of records begin with, to distinguish them from other items of the cache. Defaults to {@code semel:}. Stores with different prefixes
     * share no records.
     */
    public MomentoStoreBuilder keyPrefix(String prefix) {
        keyPrefix = Objects.requireNonNull(prefix, "prefix");
        return this;
    }

    /**
     * Sets how far the clocks of any two nodes may be apart. Defaults to one second.
     *
     * <p>A lease or a retention counts as expired this much after its end, so it is never cut short. A crashed owner is taken over, and a record
     * forgotten, this much later. If the clocks are further apart, a lease can be taken over while its owner still relies on it; the store then
     * refuses the owner's writes all the same.
     */
    public MomentoStoreBuilder skewAllowance(Duration allowance) {
        skewAllowance = Objects.requireNonNull(allowance, "allowance");
        return this;
    }

    /**
     * Sets how long a request waits for its answer. Defaults to 5 seconds; at most an hour. A request that times out fails with a {@link StoreException}, and may
     * still be applied afterwards.
     */
    public MomentoStoreBuilder timeout(Duration choice) {
        timeout = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets the longest time to live of the account. Defaults to 24 hours, Momento's published limit; set it if Momento has raised yours.
     *
     * <p>A claim is refused before the work runs if its retention is longer, or its lease is not shorter by a minute and twice the skew allowance.
     */
    public MomentoStoreBuilder longestTimeToLive(Duration limit) {
        longestTimeToLive = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /**
     * Sets whether an operation may hold records in doubt, as with {@code hold()} or a reconciler, although Momento deletes them after {@link #longestTimeToLive}.
     * Defaults to false: its claims are refused before the work runs. If true, an operation whose outcome was not determined in that time can run again.
     */
    public MomentoStoreBuilder forgetInDoubt(boolean choice) {
        forgetInDoubt = choice;
        return this;
    }

    /** Sets the clock, for tests. Defaults to the system's. */
    public MomentoStoreBuilder clock(InstantSource choice) {
        clock = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets how many bytes a result may have. Defaults to 1,000,000; at most 4,983,616, since an item has at most 5 MB. A larger result is refused before it is
     * sent.
     */
    public MomentoStoreBuilder maxResultBytes(int bytes) {
        maxResultBytes = bytes;
        return this;
    }

    /**
     * Sets where results go that are larger than an item should hold. All nodes must use the same place. None by default: larger results are
     * refused.
     *
     * @param above how many bytes a result may take in the item
     */
    public MomentoStoreBuilder largeResults(LargeResults where, int above) {
        largeResults = Objects.requireNonNull(where, "where");
        largeAbove = above;
        return this;
    }

    /** Sets whether to check the cache and the API key when the store is built, by reading an item that never exists. Defaults to true. */
    public MomentoStoreBuilder checkCache(boolean choice) {
        checkCache = choice;
        return this;
    }

    /**
     * Checks the settings and the cache, and returns the store.
     *
     * @throws IllegalArgumentException if settings are invalid; the message lists all of them
     * @throws StoreException if the cache can't be reached; the message says what to do
     */
    public MomentoStore build() {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        SkewedClock skewed = new SkewedClock(clock, skewAllowance);
        MomentoLink link = MomentoLink.open(credentials, cache, timeout);
        if (checkCache) {
            try {
                link.get("reach the cache " + cache, (keyPrefix + "check").getBytes(UTF_8));
            } catch (RuntimeException e) {
                link.close();
                throw e;
            }
        }
        return new MomentoStore(new MomentoItems(
                link,
                new MomentoKeys(keyPrefix),
                skewed,
                new Lifetimes(skewed, longestTimeToLive, forgetInDoubt),
                new MomentoResults(new MomentoResults.Choice(maxResultBytes, largeResults, largeAbove))));
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        require(
                problems,
                PREFIX.matcher(keyPrefix).matches(),
                "keyPrefix has " + keyPrefix.length() + " characters; must be 1 to 100 visible ASCII characters");
        require(
                problems,
                !skewAllowance.isNegative() && skewAllowance.compareTo(LONGEST_SKEW) <= 0,
                "skewAllowance is " + skewAllowance + "; must be between zero and " + LONGEST_SKEW);
        require(
                problems,
                timeout.compareTo(LONGEST_TIMEOUT) <= 0 && timeout.toMillis() >= 1,
                "timeout is " + timeout + "; must be 1 ms to " + LONGEST_TIMEOUT);
        require(
                problems,
                longestTimeToLive.compareTo(SHORTEST_LIFE) >= 0 && longestTimeToLive.compareTo(LONGEST_LIFE) <= 0,
                "longestTimeToLive is " + longestTimeToLive + "; must be between " + SHORTEST_LIFE + " and "
                        + LONGEST_LIFE);
        require(
                problems,
                skewAllowance.multipliedBy(4).compareTo(longestTimeToLive) <= 0,
                "skewAllowance is " + skewAllowance + "; must be at most a quarter of longestTimeToLive");
        require(
                problems,
                maxResultBytes >= 1_000 && maxResultBytes <= MAX_RESULT,
                "maxResultBytes is " + maxResultBytes + "; must be between 1000 and " + MAX_RESULT);
        require(
                problems,
                largeResults == null || (largeAbove >= 0 && largeAbove <= maxResultBytes),
                "largeResults begin above " + largeAbove + " bytes; must be between 0 and maxResultBytes");
        return problems;
    }

    private static void require(List<String> problems, boolean right, String otherwise) {
        if (!right) {
            problems.add(otherwise);
        }
    }
}
