package dev.semel.torture.site;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.torture.protocol.Point;
import dev.semel.torture.protocol.Points;

/** Reaches the points before and after a commit where there is no pool whose connections could do it: when the work has ended, and when the answer is there. */
final class WatchedBooks extends SiteAround {
    private final Points points;

    WatchedBooks(Site target, Points points) {
        super(target);
        this.points = points;
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        Outcome<String> outcome;
        try {
            outcome = super.book(operation, key, request, page -> {
                String value = work.run(page);
                points.reach(Point.BEFORE_COMMIT);
                return value;
            });
        } catch (Trouble.Declined e) {
            // A failure that is to be replayed was committed as well.
            points.reach(Point.AFTER_COMMIT);
            throw e;
        }
        if (outcome instanceof Outcome.Executed<String>) {
            points.reach(Point.AFTER_COMMIT);
        }
        return outcome;
    }
}
