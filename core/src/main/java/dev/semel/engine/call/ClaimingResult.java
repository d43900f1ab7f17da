package dev.semel.engine.call;

import dev.semel.Outcome;
import dev.semel.StoreException;
import org.jspecify.annotations.Nullable;

/** The result of {@link Claiming}. */
sealed interface ClaimingResult<T extends @Nullable Object> {
    /** There is an answer without running the work. */
    record Answer<T extends @Nullable Object>(Outcome<T> outcome) implements ClaimingResult<T> {}

    /** This call owns the record and has to run the work. */
    record Owned<T extends @Nullable Object>(Ownership<T> ownership) implements ClaimingResult<T> {}

    /** The store can't be reached, and the policy is to run anyway. */
    record Unprotected<T extends @Nullable Object>(StoreException cause) implements ClaimingResult<T> {}
}
