package dev.semel.testkit.session;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.store.Store;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A way of running an operation, under a lease or in a transaction, with the faults that a test can inject there. */
public interface Form extends AutoCloseable {

    /** The work of a call. */
    @FunctionalInterface
    interface Work {
        /**
         * Runs the work.
         *
         * @param effect produces the business effect, as part of the form's transaction if it has one
         */
        String run(Runnable effect) throws Exception;
    }

    /** A point at which a message can be lost. */
    enum Point {
        /** The claim, which includes the beginning of a transaction. */
        CLAIM,
        /** The settlement, which includes the end of a transaction. */
        RECORD
    }

    /** Returns the differences of this form from the others. */
    Set<Trait> traits();

    /** Returns the store on which operations are built. Faults affect it. */
    Store store();

    /** Returns a store with the same records that no fault affects. */
    Store observer();

    /** Runs an operation, from the beginning of its transaction to its end. */
    Outcome<String> attempt(
            Operation<String> operation, @Nullable String key, @Nullable Object request, String effect, Work work)
            throws Exception;

    /** Returns the number of effects with this name that other transactions can see. */
    int effects(String name);

    /** Loses the next request at a point or, if {@code applied}, the reply to it. */
    void lose(Point point, boolean applied);

    /** Makes the store unreachable, also for calls that are in progress, or makes it reachable again. */
    void cutOff(boolean isCutOff);

    @Override
    void close();
}
