package dev.semel.torture.layer;

import dev.semel.StoreException;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Values;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Loses some requests, which are then never sent, and some replies of what was applied. For stores that no proxy can stand in front of. */
public final class LossyStore extends StoreLayer {
    private static final int OUTAGES_FROM = 10;
    private static final long EVERY_MILLIS = 9_000;
    private static final long AWAY_MILLIS = 400;

    private final Journal journal;
    private final int perMille;

    public LossyStore(Store target, Journal journal, int perMille) {
        super(target);
        this.journal = journal;
        this.perMille = perMille;
    }

    @Override
    protected <R> R send(RecordId id, Supplier<R> call) {
        int dice = ThreadLocalRandom.current().nextInt(3000);
        if (dice < perMille || isAway()) {
            throw lost(id, "request");
        }
        R result = call.get();
        if (dice >= 3000 - 2 * perMille) {
            throw lost(id, "reply");
        }
        return result;
    }

    /** Returns whether the store is away: where no server can be killed, all workers now and then lose all requests for a while. */
    private boolean isAway() {
        return perMille >= OUTAGES_FROM && System.nanoTime() / 1_000_000 % EVERY_MILLIS < AWAY_MILLIS;
    }

    private StoreException lost(RecordId id, String what) {
        journal.write(Kind.LOST, Values.id(id), "what", what);
        return new StoreException("a " + what + " was lost on purpose", null);
    }
}
