package dev.semel.torture.layer;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.StoreException;
import dev.semel.testkit.history.Kind;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.SiteAround;
import dev.semel.torture.site.Trouble;
import java.util.concurrent.ThreadLocalRandom;

/** A lossy layer for transactions, as {@link LossyStore} is for leases: some answers of transactions get lost, after they were committed or refused. */
public final class LossyBooks extends SiteAround {
    private final Journal journal;
    private final int perMille;

    public LossyBooks(Site target, Journal journal, int perMille) {
        super(target);
        this.journal = journal;
        this.perMille = perMille;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        boolean lost = ThreadLocalRandom.current().nextInt(3000) < 2 * perMille;
        try {
            Outcome<String> outcome = super.book(operation, key, request, work);
            if (lost) {
                throw lost(operation, key);
            }
            return outcome;
        } catch (Trouble.Declined e) {
            throw lost ? lost(operation, key) : e;
        }
    }

    private StoreException lost(Operation<String> operation, String key) {
        journal.write(Kind.LOST, Values.id(operation.id(key)), "what", "reply");
        return new StoreException("a reply was lost on purpose", null);
    }
}
