package dev.semel.torture.worker;

import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.WorkerSettings;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** A client of the application: asks for something, and asks again with the same key for as long as it has no answer. */
final class Client {
    private static final int TRIES = 15;

    private final WorkerSettings settings;
    private final Caller caller;
    private final Counts counts;
    private final Random random;
    private final Profile[] profiles;
    private final BooleanSupplier stopping;

    /**
     * Creates a client of a worker.
     *
     * @param stopping whether no more attempts are to be made
     */
    Client(
            WorkerSettings settings,
            Caller caller,
            Counts counts,
            boolean hasBooks,
            long number,
            BooleanSupplier stopping) {
        this.stopping = stopping;
        this.settings = settings;
        this.caller = caller;
        this.counts = counts;
        this.random = new Random(settings.seed() * 31 + number);
        this.profiles = Arrays.stream(Profile.values())
                .filter(profile -> hasBooks || !profile.isBooked())
                .toArray(Profile[]::new);
    }

    /** Makes one request, with all the attempts that it takes. */
    void once() throws InterruptedException {
        if (random.nextInt(5) == 0) {
            count();
            return;
        }
        long millis = (System.nanoTime() - settings.start()) / 1_000_000;
        Target target = Target.random(random, settings.tag(), millis, profiles);
        for (int tries = 1; tries <= TRIES && !stopping.getAsBoolean(); tries++) {
            if (caller.call(target) != Caller.Ending.AGAIN) {
                return;
            }
            Thread.sleep(1 + random.nextInt(Math.min(20 * tries, 150)));
        }
    }

    private void count() throws InterruptedException {
        String call = caller.begin(CountNames.ANY);
        try {
            counts.random(random);
        } catch (RuntimeException | Error e) {
            caller.report(CountNames.ANY, e);
        }
        caller.end(CountNames.ANY, call);
    }

    /** Calls one record until it has an answer or the deadline has passed. Returns whether it has an answer. */
    static boolean settle(Caller caller, String id, long deadline) throws InterruptedException {
        Target target = Target.parse(id);
        while (System.nanoTime() < deadline) {
            Caller.Ending ending = caller.call(target);
            if (ending == Caller.Ending.FINAL) {
                return true;
            } else if (ending == Caller.Ending.MISMATCH) {
                target = target.other();
            } else {
                Thread.sleep(20);
            }
        }
        return false;
    }
}
