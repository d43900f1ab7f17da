package dev.semel.session;

import dev.semel.Context;
import dev.semel.store.ClaimRequest;
import dev.semel.store.Result;
import java.time.Duration;

/** What a session has to know about its call. Provided by the engine, and valid as long as the session. */
public interface Terms {

    /**
     * Returns the claim, the same object each time.
     *
     * @throws IllegalStateException if the call has no key
     */
    ClaimRequest claim();

    /** Returns how long a record of the operation is kept, unless a retention was chosen for its value. */
    Duration retention();

    /** Returns whether some failures of the work are stored and replayed. */
    boolean replaysFailures();

    /** Returns the result to store for work that took effect and whose result is missing, so that its duplicates do not run. */
    Result notKept(String why);

    /** Returns the session that holds the record of this call under a lease, for a session that wraps it. The same one each time. */
    Session<Context> leased();
}
