package dev.semel;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event that a {@link Listener} receives. The facts in it hold the caller's scope and key: keep these out of logs and meters. */
public sealed interface Event {

    /** Returns the name of the operation. */
    String operation();

    /** An event that concerns one record. */
    sealed interface OfRecord extends Event {
        /** Returns the facts of the record. */
        Facts facts();

        @Override
        default String operation() {
            return facts().operation();
        }
    }

    /**
     * The work ran, and its result is stored.
     *
     * @param facts of the record
     * @param claim how long the claim took
     * @param work how long the work took
     * @param settle how long storing the result took
     */
    record Executed(Facts facts, Duration claim, Duration work, Duration settle) implements OfRecord {}

    /**
     * A duplicate was answered with the stored value or failure.
     *
     * @param facts of the record
     * @param source where the answer came from
     */
    record Replayed(Facts facts, Source source) implements OfRecord {}

    /** The source of the answer to a duplicate. */
    enum Source {
        /** The store. */
        STORE,
        /** The near cache. */
        NEAR_CACHE,
        /** A call with the same key in this JVM, which the duplicate joined. */
        JOINED
    }

    /**
     * A duplicate was refused because the first call is running.
     *
     * @param facts of the record
     */
    record Refused(Facts facts) implements OfRecord {}

    /**
     * A request with another fingerprint was refused.
     *
     * @param facts of the record that has the key
     */
    record Mismatched(Facts facts) implements OfRecord {}

    /**
     * A call was refused because the record is in doubt.
     *
     * @param facts of the record
     */
    record InDoubt(Facts facts) implements OfRecord {}

    /**
     * A call claimed a record whose owner had gone.
     *
     * @param facts of the record, with the new attempt
     */
    record TookOver(Facts facts) implements OfRecord {}

    /**
     * A reconciler returned its verdict on an abandoned record.
     *
     * @param facts of the record
     * @param verdict {@code "happened"}, {@code "did not happen"} or {@code "cannot tell"}
     */
    record Reconciled(Facts facts, String verdict) implements OfRecord {}

    /**
     * The work threw an exception.
     *
     * @param facts of the record
     * @param failure what it threw
     * @param stored whether the failure is stored and will be replayed; if not, the state in {@code facts} is what the
     *     next call finds
     */
    record Failed(Facts facts, Throwable failure, boolean stored) implements OfRecord {}

    /**
     * A lease was lost to another owner, which was detected at a renewal or when the result was to be stored.
     *
     * @param facts of the record when it was claimed
     */
    record LeaseLost(Facts facts) implements OfRecord {}

    /**
     * The work took effect, and its result can't be kept. That it took effect is recorded.
     *
     * @param facts of the record
     * @param why what is wrong with the result, without any of its content
     */
    record ResultNotKept(Facts facts, String why) implements OfRecord {}

    /**
     * The work took effect and could not be recorded.
     *
     * @param facts of the record when it was claimed
     */
    record NotRecorded(Facts facts) implements OfRecord {}

    /**
     * A call to the store failed. It is sent again if there is time.
     *
     * @param operation the operation's name
     * @param call which one
     * @param failure what the store threw
     */
    record StoreFailed(String operation, StoreCall call, StoreException failure) implements Event {}

    /** The calls that an operation makes to the store. */
    enum StoreCall {
        /** The claim, to become the owner. */
        CLAIM,
        /** The renewal of the lease, to remain the owner. */
        RENEW,
        /** The settlement, to store the result. */
        SETTLE,
        /** The release, to give up the record. */
        RELEASE
    }

    /**
     * The work ran without protection, as its policy allows.
     *
     * @param operation the operation's name
     * @param cause the failure of the store; {@code null} if there was no key
     */
    record RanUnprotected(String operation, @Nullable StoreException cause) implements Event {}
}
