package dev.semel.engine;

import dev.semel.Context;
import dev.semel.Semel;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;

/** Opens sessions that hold their records under a lease, in the store of the {@link Semel}. */
enum LeasedSessions implements Sessions<Context> {
    INSTANCE;

    @Override
    public Session<Context> open(Terms terms) {
        return terms.leased();
    }

    @Override
    public boolean holdByTransaction() {
        return false;
    }
}
