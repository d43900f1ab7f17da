package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.protocol.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The rules about workers whose pools gave no connection, judged by the calls that were sent in that time and long enough before its end. Other faults strike meanwhile,
 * and one of them can delay all that a worker sends in such a time, so the rules are about the greater part of the calls in several such times. If a fault has cost the
 * store its reserved connections just before, work may get all of the pool, and no lease can
 * be renewed until it returns one: such a time says nothing about renewals. Not for use by many threads.
 */
final class Dryness {
    /** How many time-outs of the pool an answer may take: its own, that of earlier calls, and one for a slow machine. */
    private static final int TIME_OUTS = 3;

    private static final int ENOUGH = 12;

    /** In so many times of a dry pool, of one worker or of several. */
    private static final int ENOUGH_TIMES = 5;

    private static final long MILLI = 1_000_000;

    private static final Set<Kind> ANSWERS = Set.of(
            Kind.CLAIMED,
            Kind.BUSY,
            Kind.HELD_UP,
            Kind.SETTLED,
            Kind.IN_DOUBT,
            Kind.MISMATCH,
            Kind.CLAIM_FAILED,
            Kind.RENEWED,
            Kind.RENEWAL_REFUSED);

    /** What was sent while the pool was dry, and its answer. */
    private record Sent(HistoryEvent request, long took) {}

    /** One worker, while its pool is dry. */
    private static final class Dry {
        private final HistoryEvent since;
        private final Map<String, HistoryEvent> open = new HashMap<>();
        private final List<Sent> sent = new ArrayList<>();

        Dry(HistoryEvent since) {
            this.since = since;
        }

        List<Sent> sent(Kind kind, long before) {
            return sent.stream()
                    .filter(each ->
                            each.request().kind() == kind && each.request().at() < before)
                    .toList();
        }
    }

    private final Times times;
    private final Map<String, Dry> workers = new HashMap<>();
    private final Share renewals = new Share();
    private final Share claims = new Share();

    /** What was sent in all such times together, and what of it took too long. */
    private static final class Share {
        private final List<HistoryEvent> late = new ArrayList<>();
        private int sent;
        private int times;

        void add(List<Sent> sentThen, long limit) {
            sent += sentThen.size();
            times += sentThen.isEmpty() ? 0 : 1;
            sentThen.stream().filter(each -> each.took() > limit).forEach(each -> late.add(each.request()));
        }

        boolean isBad() {
            return sent >= ENOUGH && times >= ENOUGH_TIMES && late.size() * 2 > sent;
        }
    }

    Dryness(Times times) {
        this.times = times;
    }

    void take(HistoryEvent event) {
        String worker = event.find("w");
        if (worker == null) {
            return;
        } else if (event.kind() == Kind.DRY) {
            workers.put(worker, new Dry(event));
            return;
        }
        Dry dry = workers.get(worker);
        if (dry == null) {
            return;
        } else if (event.kind() == Kind.DRY_NO_MORE) {
            workers.remove(worker);
            end(dry, event.at());
        } else if (event.kind() == Kind.CLAIM || event.kind() == Kind.RENEW) {
            HistoryEvent unanswered = dry.open.put(nameOf(event), event);
            if (unanswered != null) {
                dry.sent.add(new Sent(unanswered, Long.MAX_VALUE));
            }
        } else if (ANSWERS.contains(event.kind())) {
            HistoryEvent request = dry.open.remove(nameOf(event));
            if (request != null) {
                dry.sent.add(new Sent(request, event.at() - request.at()));
            }
        }
    }

    private static String nameOf(HistoryEvent event) {
        boolean renewal =
                event.kind() == Kind.RENEW || event.kind() == Kind.RENEWED || event.kind() == Kind.RENEWAL_REFUSED;
        return (renewal ? "renewal " : "claim ") + event.text("n");
    }

    /** Ends a period without connections. A renewal that fails has no answer; a claim always has one, unless its worker dies. */
    private void end(Dry dry, long until) {
        dry.open.values().forEach(request -> dry.sent.add(new Sent(request, until - request.at())));
        long limit = TIME_OUTS * dry.since.number("ms") * MILLI;
        if (dry.since.number("withheld") > 0) {
            renewals.add(dry.sent(Kind.RENEW, until - times.lease()), times.lease());
        }
        claims.add(dry.sent(Kind.CLAIM, until - limit), limit);
    }

    void judge(Consumer<Violation> to) {
        if (renewals.isBad()) {
            String what = renewals.late.size() + " of " + renewals.sent
                    + " renewals had no answer within a lease while work had used up the pool";
            to.accept(new Violation(Rule.LEASES_ARE_RENEWED, Values.POOL, what, List.of(renewals.late.get(0))));
        }
        if (claims.isBad()) {
            String what = claims.late.size() + " of " + claims.sent + " claims waited for more than " + TIME_OUTS
                    + " time-outs of a pool that work had used up";
            to.accept(new Violation(Rule.DRY_POOL_IS_NO_QUEUE, Values.POOL, what, List.of(claims.late.get(0))));
        }
    }
}
