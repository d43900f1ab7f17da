package dev.semel.torture.crew;

import dev.semel.testkit.history.Times;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Role;
import dev.semel.torture.site.DynamoDbSite;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A run.
 *
 * @param store the name of a store of which a private server is started, or the address of one that is there
 * @param duration how long there are faults
 * @param seed of the schedule of faults and of the workers' choices
 * @param out where the history and the report go
 * @param mutant what is broken on purpose
 * @param stopAtFirst whether to end at the first violation
 * @param role what the workers do
 */
public record Settings(
        String store, Duration duration, long seed, Path out, Mutant mutant, boolean stopAtFirst, Role role) {
    static final int THREADS = 6;

    public Settings(String store, Duration duration, long seed, Path out, Mutant mutant, boolean stopAtFirst) {
        this(store, duration, seed, out, mutant, stopAtFirst, Role.WORKER);
    }

    /** Returns what may be shown: nothing of an address but its kind, as the rest may hold a password. */
    public String name() {
        String kind = store.startsWith("jdbc:") ? store.substring("jdbc:".length()) : store;
        String shown = isAddress() ? kind.substring(0, kind.indexOf(':')) + " at an address" : kind;
        return role.isService() ? shown + " behind " + role.word() : shown;
    }

    public Settings into(Path folder) {
        return new Settings(store, duration, seed, folder, mutant, stopAtFirst, role);
    }

    private boolean isAddress() {
        return store.indexOf(':') >= 0;
    }

    /** Returns the lease, which is short, so that much happens in little time. */
    public Duration lease() {
        return store.startsWith("dynamodb") ? Duration.ofMillis(800) : Duration.ofMillis(400);
    }

    /** Returns by how much times may be off. The skew allowance of DynamoDB makes things last longer, never shorter; the rest is scheduling of the clocks. */
    public Times times() {
        Duration early = Duration.ofMillis(20);
        Duration late =
                store.startsWith("dynamodb") ? DynamoDbSite.SKEW.multipliedBy(2).plus(early) : early;
        return Times.of(lease(), early, late);
    }

    /**
     * Returns by how much the time of day of one worker's process is behind, and that of another ahead: far, where only the store's clock may count. SQLite and
     * DynamoDB go by that of the process.
     */
    public Duration clocksAreOffBy() {
        boolean ownClock = !store.startsWith("sqlite") && !store.startsWith("dynamodb");
        return ownClock && !isShort() && FakedClock.isPossible() ? Duration.ofSeconds(40) : Duration.ZERO;
    }

    /** Returns how many times more faults there are than in a long run: a short one has little time. */
    public double intensity() {
        return mutant != Mutant.NONE ? 2.5 : isShort() ? 1.5 : 1;
    }

    private boolean isShort() {
        return duration.compareTo(Duration.ofSeconds(30)) <= 0;
    }

    /** Returns how many records that have an answer are called once more at the end: all of them, unless there is little time or the store is slow. */
    public int sweptAtMost() {
        if (isShort() || store.startsWith("dynamodb")) {
            return (int) Math.min(400, 10 * Math.max(5, duration.toSeconds()));
        }
        return Integer.MAX_VALUE;
    }

    /**
     * Returns how long a key may take at the end: a dead owner's lease, the time for which a duplicate waits, and something for a slow machine. A short run is one of
     * many tests, which may leave it hardly any of the machine.
     */
    public Duration settlesWithin() {
        Duration slack = Duration.ofSeconds(isShort() ? 120 : 5);
        return lease().plus(Profile.waitLimit(lease())).plus(slack);
    }

    /** Returns how many calls in a thousand lose something inside a worker: many where no proxy can do it, and more where something is to be found by that soon. */
    int lossPerMille() {
        if (mutant != Mutant.NONE) {
            return 40;
        }
        return isAddress() || store.equals("sqlite") || store.equals("redis-cluster") ? 12 : 2;
    }
}
