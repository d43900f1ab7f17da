package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Times;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The number of slow owners that tried to renew their leases. Not for use by many threads. */
final class Renewals {
    /** So many that pauses of whole processes, which renew nothing, are the lesser part. */
    private static final int ENOUGH = 100;

    private final Times times;
    private final Map<String, Long> owners = new HashMap<>();
    private final Set<String> renewing = new HashSet<>();
    private int tookLong;
    private int neverTried;

    Renewals(Times times) {
        this.times = times;
    }

    void take(HistoryEvent event) {
        switch (event.kind()) {
            case CLAIMED -> owners.putIfAbsent(event.text("n"), event.at());
            case RENEW -> {
                if (owners.containsKey(event.text("n"))) {
                    renewing.add(event.text("n"));
                }
            }
            case SETTLE, RELEASE -> end(event);
            default -> {}
        }
    }

    private void end(HistoryEvent event) {
        Long since = owners.remove(event.text("n"));
        boolean tried = renewing.remove(event.text("n"));
        if (since != null && event.at() - since > times.lease()) {
            tookLong++;
            neverTried += tried ? 0 : 1;
        }
    }

    /** Returns what is wrong with them, if anything. */
    Optional<String> problem() {
        return tookLong > ENOUGH && neverTried * 2 > tookLong
                ? Optional.of(neverTried + " of " + tookLong
                        + " owners took longer than a lease and never tried to renew theirs")
                : Optional.empty();
    }
}
