package dev.semel.simulation;

import dev.semel.policy.AfterFailure;
import dev.semel.policy.Policies;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/** The parameters of a run, which its seed determines: nodes, clients, policies and faults. */
record Settings(
        int nodes,
        int keys,
        int clients,
        boolean blocking,
        Duration lease,
        Duration retention,
        Duration patience,
        Duration wire,
        Abandonment abandonment,
        Failures failures,
        int nearCache,
        double lost,
        double failing,
        double otherRequests,
        int crashes,
        int pauses) {

    enum Abandonment {
        RUN_AGAIN,
        HOLD,
        RECONCILE
    }

    /** The policy after an exception of the work. */
    enum Failures {
        NOTHING,
        RUN_AGAIN,
        FORGET_SOME,
        REPLAY_SOME,
        REPLAY_SOME_AND_ABANDON_OTHERS;

        AfterFailure policy() {
            AfterFailure replay = Policies.replayFailures(IOException.class);
            return switch (this) {
                case NOTHING, RUN_AGAIN -> Policies.runAgain();
                case FORGET_SOME -> Policies.forget(IOException.class).orElse(Policies.runAgain());
                case REPLAY_SOME -> replay;
                case REPLAY_SOME_AND_ABANDON_OTHERS -> replay.orElse(Policies.asAbandoned(TimeoutException.class));
            };
        }
    }

    static Settings from(Random random) {
        Duration lease = Duration.ofMillis(50 + random.nextInt(1_000));
        return new Settings(
                2 + random.nextInt(3),
                1 + random.nextInt(3),
                4 + random.nextInt(9),
                random.nextInt(4) == 0,
                lease,
                random.nextInt(3) == 0 ? Duration.ofMillis(500 + random.nextInt(3_000)) : Duration.ofHours(1),
                random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(10 + random.nextInt(3_000)),
                random.nextInt(3) > 0 ? Duration.ZERO : lease.dividedBy(20),
                Abandonment.values()[random.nextInt(Abandonment.values().length)],
                Failures.values()[random.nextInt(Failures.values().length)],
                random.nextInt(3) == 0 ? 4 : 0,
                random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.3,
                random.nextInt(2) == 0 ? 0 : random.nextDouble() * 0.5,
                random.nextInt(2) == 0 ? 0 : 0.2,
                random.nextInt(4),
                random.nextInt(5));
    }

    /** Returns whether the policies consider the effect of work that threw this exception unknown. */
    boolean leavesOpen(Throwable thrown) {
        boolean otherwise = abandonment != Abandonment.RUN_AGAIN;
        return switch (failures) {
            case NOTHING -> otherwise;
            case RUN_AGAIN, FORGET_SOME -> false;
            case REPLAY_SOME -> !(thrown instanceof IOException) && otherwise;
            case REPLAY_SOME_AND_ABANDON_OTHERS -> !(thrown instanceof IOException);
        };
    }
}
