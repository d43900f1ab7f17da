package dev.semel;

import dev.semel.store.RecordState;
import java.time.Duration;
import java.time.Instant;

/** For work that runs without a record: the first attempt as far as anybody knows, and owner of nothing. */
record UnprotectedContext(String operation, String scope, String key) implements Context {

    /** Neither scope nor key. */
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
    public String childKey(String name) {
        return Keys.child(operation, scope, key, name);
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
