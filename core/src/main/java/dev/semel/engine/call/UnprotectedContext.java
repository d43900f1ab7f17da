package dev.semel.engine.call;

import dev.semel.Context;
import dev.semel.Facts;
import dev.semel.RecordState;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** The context of work that runs without a record: its attempt is always the first, and it owns nothing. */
public record UnprotectedContext(String operation, String scope, String key, String childBase) implements Context {

    /** Returns the context of a call that has a key but no store. Its child keys are those that it would have had with a record. */
    static UnprotectedContext of(RecordId id) {
        return new UnprotectedContext(id.operation(), id.scope(), id.key(), id.key());
    }

    /** Returns the context of a call without a key. Its child keys differ from those of every other call. */
    public static UnprotectedContext withoutKey(String operation, String scope) {
        return new UnprotectedContext(operation, scope, "", "without a key " + UUID.randomUUID());
    }

    /** Returns neither scope nor key. */
    @Override
    public String toString() {
        return operation + " unprotected";
    }

    @Override
    public Facts facts() {
        Instant now = Instant.now();
        return new Facts(operation, scope, key, RecordState.IN_PROGRESS, 1, now, now, null, now);
    }

    @Override
    public long epoch() {
        return 0;
    }

    @Override
    public String childKey(String name) {
        return ChildKeys.child(operation, scope, childBase, name);
    }

    @Override
    public boolean stillOwner() {
        return false;
    }

    @Override
    public Duration timeLeft() {
        return Duration.ZERO;
    }
}
