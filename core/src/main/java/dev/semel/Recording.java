package dev.semel;

import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.Result;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operation for one who does the claim and the settlement elsewhere than through the engine: in a transaction that commits the record
 * together with the business rows. It gives what the engine would put into a record, turns what is in a record into an outcome, and tells
 * the listeners. It does not touch the store. Safe for use by many threads.
 *
 * @param <T> the type of the operation's result
 */
public final class Recording<T extends @Nullable Object> {
    private final Operation<T> operation;
    private final Definition<T> definition;

    Recording(Operation<T> operation, Definition<T> definition) {
        this.operation = operation;
        this.definition = definition;
    }

    /** What the operation is and how it behaves. */
    public OperationSettings<T> settings() {
        return definition.settings();
    }

    /**
     * Which record a key names; empty if there is no key and the policy is to run without protection, which the listeners have been told.
     *
     * @throws InvalidKeyException if the key is malformed, or missing and required
     */
    public Optional<RecordId> id(@Nullable String key) {
        definition.engine().ensureOpen();
        if (Operation.isMissing(key)) {
            operation.withoutKey();
            return Optional.empty();
        }
        return Optional.of(operation.id(key));
    }

    /** Of what is asked for. */
    public Fingerprint fingerprint(@Nullable Object request) {
        return operation.fingerprint(request);
    }

    /** The token under which an attempt of the engine owns its record; empty if it runs without protection. */
    public Optional<Token> token(Context attempt) {
        return attempt instanceof Ownership<?> owner ? Optional.of(owner.token()) : Optional.empty();
    }

    /** Names a new attempt. */
    public Nonce nonce() {
        return definition.engine().nonce();
    }

    /**
     * What to store for a value.
     *
     * @throws IllegalStateException if the codec can't write it, so that whoever is able to undo the work does
     */
    public Result ofValue(T value) {
        Result result = definition.results().ofValue(value);
        String notKept = Results.whyNotKept(result);
        if (notKept != null) {
            throw new IllegalStateException("the result of " + settings().name() + " can't be kept: " + notKept);
        }
        return result;
    }

    /**
     * Returns what to store for work that took effect and has no result: its duplicates do not run, and get {@link ResultNotKeptException}.
     *
     * @param why the result is missing, for people to read
     */
    public Result notKept(String why) {
        return Results.tombstone(why);
    }

    /** What the work may know of an attempt that lasts as long as a transaction: it has no lease that could end before. */
    public Context context(StoredRecord claimed) {
        return new TransactionContext(
                Facts.of(claimed), claimed.token().epoch(), settings().lease());
    }

    /** The same for a call that has no key. */
    public Context contextWithoutKey() {
        return UnprotectedContext.withoutKey(settings().name(), operation.scope());
    }

    /** Whether what the work threw is an answer, to be stored and replayed. */
    public boolean replays(Throwable thrown) {
        return definition.meaningOf(thrown) == FailureMeans.RESULT;
    }

    /**
     * What to store for what the work threw; empty if the policy is to let the next call run.
     *
     * @param maxBytes what the store can keep; a failure that is larger is stored by its class name alone, as in leased mode
     */
    public Optional<Result> ofFailure(Throwable thrown, int maxBytes) {
        if (!replays(thrown)) {
            return Optional.empty();
        }
        Result failure = Results.ofFailure(thrown);
        return Optional.of(failure.size() > maxBytes ? Results.withoutMessage(failure) : failure);
    }

    /**
     * What a claim that was not granted comes to.
     *
     * @throws ResultNotKeptException if the record says that its result could not be kept
     * @throws dev.semel.store.UnreadableRecordException if the codec can't read the result
     */
    public Outcome<T> answer(ClaimResult result) {
        Facts facts = Facts.of(result.record());
        if (result instanceof ClaimResult.Settled) {
            return definition.replay(Settled.of(result.record()), Event.Source.STORE);
        } else if (result instanceof ClaimResult.Mismatch) {
            definition.engine().tell(() -> new Event.Mismatched(facts));
            return new Outcome.Mismatched<>(facts);
        } else if (result instanceof ClaimResult.InDoubt) {
            definition.engine().tell(() -> new Event.InDoubt(facts));
            return new Outcome.InDoubt<>(facts);
        } else if (result instanceof ClaimResult.Busy) {
            definition.engine().tell(() -> new Event.Refused(facts));
            return new Outcome.InProgress<>(facts);
        }
        throw new IllegalArgumentException("a granted claim has no answer yet: its work has to run");
    }

    /**
     * The work gave a value and it is recorded.
     *
     * @param record as it was claimed
     * @param took how long the work took
     */
    public Outcome<T> executed(T value, StoredRecord record, Duration took) {
        Facts facts = Facts.of(record, RecordState.COMPLETED);
        definition.engine().tell(() -> new Event.Executed(facts, Duration.ZERO, took, Duration.ZERO));
        return new Outcome.Executed<>(value, facts);
    }

    /**
     * The work has thrown.
     *
     * @param record as it was claimed
     * @param stored whether the failure is recorded and will be replayed
     */
    public void failed(StoredRecord record, Throwable thrown, boolean stored) {
        Facts facts = Facts.of(record, stored ? RecordState.FAILED : RecordState.RELEASED);
        definition.engine().tell(() -> new Event.Failed(facts, thrown, stored));
    }

    /** Tells the listeners and the log that the transaction of a call could not be begun. */
    public void storeFailed(StoreException failure) {
        definition.engine().storeFailed(settings().name(), Event.StoreCall.CLAIM, failure);
    }
}
