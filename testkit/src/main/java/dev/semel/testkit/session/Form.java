package dev.semel.testkit.session;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.store.Store;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One way of running an operation: under a lease or in some transaction, with the faults that can strike there. */
public interface Form extends AutoCloseable {

    /** The work of a call. */
    @FunctionalInterface
    interface Work {
        /**
         * Does the work.
         *
         * @param effect has the business effect when it is run, as part of the form's transaction if it has one
         */
        String run(Runnable effect) throws Exception;
    }

    /** Where a message can get lost. */
    enum Point {
        /** In the claim, which includes the beginning of a transaction. */
        CLAIM,
        /** In the settlement, which includes the end of a transaction. */
        RECORD
    }

    /** Where this form differs from the others. */
    Set<Trait> traits();

    /** Returns the store on which operations are built. Faults strike it. */
    Store store();

    /** Returns a store with the same records that no fault strikes. */
    Store observer();

    /** Runs an operation, from the beginning of its transaction to its end. */
    Outcome<String> attempt(
            Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
            throws Exception;

    /** Counts the effects of that name that are visible to others. */
    int effects(String name);

    /** Loses the next request at a point, or the reply to it if {@code applied}. */
    void lose(Point point, boolean applied);

    /** Makes the store unreachable, also for calls that are in progress, or reachable again. */
    void cutOff(boolean isCutOff);

    @Override
    void close();
}
