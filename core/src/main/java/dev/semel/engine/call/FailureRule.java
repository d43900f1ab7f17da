package dev.semel.engine.call;

import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.session.Session;
import dev.semel.session.Session.Written;
import dev.semel.store.ResultTooLargeException;

/**
 * Decides what a caller gets for work that threw an exception; no other class does. A failure that counts as a result
 * is treated like a value: no caller gets it before it is stored, since another call may get something else. A failure
 * that can never be stored is thrown to the caller anyway.
 */
final class FailureRule {

    private FailureRule() {}

    /** Returns what the caller gets for a failure that was to be stored. */
    static Throwable given(Throwable failure, Written written, Ownership<?> owner) {
        if (isStored(written) || written instanceof Session.LeftToCaller) {
            return failure;
        } else if (written instanceof Session.Overtaken && owner.lease() != null) {
            return owner.lost(failure);
        } else if (written instanceof Session.Overtaken) {
            return notStored(failure, owner, "another call with the same key has run before that could be stored");
        }
        Throwable problem = written instanceof Session.Unknown unknown ? unknown.why() : refusal(written);
        if (problem instanceof ResultTooLargeException) {
            return attach(failure, problem);
        }
        return attach(notStored(failure, owner, "that could not be stored"), problem);
    }

    /** Returns whether a failure is stored. Throws if that is unknown, or if the failure can never be stored. */
    static boolean isConfirmed(Written written) {
        if (written instanceof Session.Unknown unknown) {
            throw unknown.why();
        } else if (written instanceof Session.Refused refused) {
            throw refused.why() instanceof RuntimeException why
                    ? why
                    : new StoreException("the failure could not be stored", refused.why());
        }
        return isStored(written);
    }

    static boolean isStored(Written written) {
        return written instanceof Session.Stored || written instanceof Session.Deferred;
    }

    private static Throwable refusal(Written written) {
        return written instanceof Session.Refused refused
                ? refused.why()
                : new IllegalStateException("a failure can't be " + written);
    }

    private static StoreException notStored(Throwable failure, Ownership<?> owner, String why) {
        return new StoreException(
                "attempt " + owner.attempt() + " of " + owner.id() + " failed, and " + why
                        + ", so the next attempt may end otherwise; call again with the same key",
                failure);
    }

    /** Wraps what kept a failure from being stored as an exception of the store. */
    static RuntimeException unchecked(Throwable problem, Ownership<?> owner) {
        return problem instanceof SemelException known
                ? known
                : new StoreException("the failure of " + owner.id() + " could not be stored", problem);
    }

    static Throwable attach(Throwable thrown, Throwable problem) {
        if (problem != thrown) {
            thrown.addSuppressed(problem);
        }
        return thrown;
    }
}
