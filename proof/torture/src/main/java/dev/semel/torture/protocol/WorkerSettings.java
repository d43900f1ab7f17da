package dev.semel.torture.protocol;

import dev.semel.testkit.history.Line;
import dev.semel.testkit.mutant.Mutant;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a worker process, which it reads when it starts.
 *
 * @param name the worker and the number of its life, such as {@code 2.5}
 * @param tag that names begin with
 * @param address of the store
 * @param folder where journals and ledger are
 * @param seed of its choices
 * @param start when the run began, by the monotonic clock
 * @param threads how many clients it has
 * @param lease of all operations
 * @param clockOffset how far the clock is off that it gives to what takes one
 * @param clockFaked how far the time of day of its whole process is off
 * @param lossPerMille how many calls of the store in a thousand lose their request or their reply inside the worker
 * @param pool how many connections to an SQL database it has
 * @param mutant the mutant of the run
 * @param patience how long each of these records is called
 * @param sweep a file of records to call until each has an answer; {@code null} for a worker with random clients
 * @param role what it does
 */
public record WorkerSettings(
        String name,
        String tag,
        String address,
        Path folder,
        long seed,
        long start,
        int threads,
        Duration lease,
        Duration clockOffset,
        Duration clockFaked,
        int lossPerMille,
        int pool,
        Mutant mutant,
        Duration patience,
        @Nullable Path sweep,
        Role role) {

    /** How many workers a run has. */
    public static final int WORKERS = 4;

    /** Settings with which a store is opened and nothing else is done. */
    public static WorkerSettings looking(String address, Path folder, Duration lease) {
        return new WorkerSettings(
                "driver",
                "",
                address,
                folder,
                0,
                System.nanoTime(),
                1,
                lease,
                Duration.ZERO,
                Duration.ZERO,
                0,
                1,
                Mutant.NONE,
                Duration.ZERO,
                null,
                Role.WORKER);
    }

    public String toText() {
        return Line.of(
                        "name",
                        name,
                        "tag",
                        tag,
                        "address",
                        address,
                        "folder",
                        folder,
                        "seed",
                        seed,
                        "start",
                        start,
                        "threads",
                        threads,
                        "lease",
                        lease.toMillis(),
                        "offset",
                        clockOffset.toMillis(),
                        "faked",
                        clockFaked.toMillis(),
                        "loss",
                        lossPerMille,
                        "pool",
                        pool,
                        "mutant",
                        mutant,
                        "patience",
                        patience.toMillis(),
                        "sweep",
                        sweep,
                        "role",
                        role)
                .json();
    }

    public static WorkerSettings of(String text) {
        Line line = Line.parse(text);
        String sweep = line.find("sweep");
        return new WorkerSettings(
                line.text("name"),
                line.text("tag"),
                line.text("address"),
                Path.of(line.text("folder")),
                line.number("seed"),
                line.number("start"),
                (int) line.number("threads"),
                Duration.ofMillis(line.number("lease")),
                Duration.ofMillis(line.number("offset")),
                Duration.ofMillis(line.number("faked")),
                (int) line.number("loss"),
                (int) line.number("pool"),
                Mutant.valueOf(line.text("mutant")),
                Duration.ofMillis(line.number("patience")),
                sweep == null ? null : Path.of(sweep),
                Role.valueOf(line.text("role")));
    }

    /** Returns the clock for stores that take one. It is off by a little only: with one that is far off, clients of a count would never meet. */
    public InstantSource clock() {
        return InstantSource.offset(InstantSource.system(), clockOffset.minus(clockFaked));
    }

    /** Returns how many calls in a thousand run with hardly any stack left. None do on DynamoDB, whose client does not recover from that. */
    public int overflowsPerMille() {
        if (address.startsWith("dynamodb") || sweep != null) {
            return 0;
        }
        String asked = System.getenv("SEMEL_TORTURE_OVERFLOWS");
        return is(Mutant.LANE_STAYS_TAKEN) ? 100 : asked == null ? 0 : Integer.parseInt(asked);
    }

    public boolean is(Mutant other) {
        return mutant == other;
    }
}
