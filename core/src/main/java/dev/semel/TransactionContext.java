package dev.semel;

import java.time.Duration;

/** For work whose record is locked for as long as its transaction lasts: it is the owner until that ends. */
record TransactionContext(Facts facts, long epoch, Duration timeLeft) implements Context {

    @Override
    public String childKey(String name) {
        return Keys.child(facts.operation(), facts.scope(), facts.key(), name);
    }

    @Override
    public boolean stillOwner() {
        return true;
    }
}
