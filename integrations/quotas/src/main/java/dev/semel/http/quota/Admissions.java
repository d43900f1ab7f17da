package dev.semel.http.quota;

import dev.semel.Facts;
import dev.semel.Keys;
import dev.semel.SemelException;
import dev.semel.StoreException;
import dev.semel.counter.CountTogether;
import dev.semel.counter.UnknownSubjectException;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
import dev.semel.http.RequestQuota;
import dev.semel.http.RequestQuota.Admission;
import dev.semel.http.Route;
import dev.semel.http.quota.RouteQuota.Decision;
import dev.semel.store.RecordId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Counts the requests of a route before they run. The following can come in between:
 *
 * <ol>
 *   <li>The reply of the count is lost: it is sent again under its key, and counts once.
 *   <li>The process dies after the count and before the work is done, or the work fails: the next attempt has the same key, so it does not count
 *       again. Under a lease the key contains the instant at which the record's first attempt began. All its attempts share that instant, and a
 *       record that is recreated after its retention has a different one.
 *   <li>The process dies between the claim and the count: the next attempt counts.
 *   <li>The count is refused: nothing is remembered under the key, the record is released, and the next attempt counts if it fits then.
 *   <li>The application refuses the request: the count is taken back after the answer is stored. Before that, another attempt that was counted
 *       under the same key could still run. If the process dies before the take-back, the request remains counted.
 * </ol>
 */
final class Admissions implements RequestQuota.Counting {
    private static final System.Logger LOG = System.getLogger("dev.semel.http");
    private static final Duration LONGEST = Duration.ofDays(10_000);
    private static final Duration WHILE_SENDING = Duration.ofMinutes(5);

    private final RouteQuota quota;
    private final Dialogue dialogue;
    private final String operation;
    private final Duration remember;

    /** Creates the admissions of a route with a quota. */
    Admissions(RouteQuota quota, Route route, Dialogue dialogue) {
        this.quota = quota;
        this.dialogue = dialogue;
        this.operation = route.operation();
        // A key is remembered from its latest use, and the record is kept from the end of that attempt, which takes
        // less than the retention.
        Duration kept =
                route.policy().retention().multipliedBy(2).plus(route.policy().lease());
        this.remember = kept.compareTo(LONGEST) < 0 ? kept : LONGEST;
    }

    @Override
    public Admission admit(Exchange exchange, Facts facts) {
        String key = Keys.derive(
                facts.operation(), facts.scope(), facts.key(), facts.since().toString());
        return count(exchange, key, remember);
    }

    @Override
    public Admission admit(Exchange exchange, RecordId id) {
        return count(exchange, Keys.derive(id.operation(), id.scope(), id.key()), remember);
    }

    @Override
    public Admission admit(Exchange exchange) {
        return count(exchange, UUID.randomUUID().toString(), WHILE_SENDING);
    }

    private Admission count(Exchange exchange, String key, Duration howLong) {
        CountTogether call = quota.counters().together(quota.subject(exchange)).once(key, howLong);
        quota.limits().forEach(limit -> call.tryAdd(limit.counter(), 1, limit.most()));
        CountTogether.Result result;
        try {
            result = call.apply();
        } catch (StoreException e) {
            return uncounted();
        } catch (UnknownSubjectException e) {
            quota.report(operation, Decision.REFUSED);
            return refused(Problem.QUOTA_UNKNOWN.refusal("Ask the operator for a quota."));
        }
        return decided(new Counted(call, quota.subject(exchange), result.again()), result);
    }

    private Admission decided(Counted count, CountTogether.Result result) {
        RateLimitFields fields = new RateLimitFields(quota, count.subject, result.quotas());
        if (!result.granted()) {
            quota.report(operation, Decision.REFUSED);
            return new Admission.Refused(dialogue.answer(fields.refusal()).adding(fields.all()));
        }
        quota.report(operation, result.again() ? Decision.COUNTED_BEFORE : Decision.COUNTED);
        // the remaining amount of the first count is out of date
        return result.again()
                ? new Admission.Granted(List.of(), List.of(), count)
                : new Admission.Granted(fields.all(), fields.withoutOne().all(), count);
    }

    /** A count that the store has confirmed. */
    private final class Counted implements Admission.Count {
        private final CountTogether call;
        private final String subject;
        private final boolean again;

        private Counted(CountTogether call, String subject, boolean again) {
            this.call = call;
            this.subject = subject;
            this.again = again;
        }

        @Override
        public boolean giveBack() {
            if (!reached("a refused request of " + operation + " remains counted", call::takeBack)) {
                return false;
            }
            quota.report(operation, Decision.GIVEN_BACK);
            return true;
        }

        /** Adds before it takes back: a crash in between counts too much rather than too little. */
        @Override
        public void countAlone() {
            reached("a request of " + operation + " may be retried without being counted", () -> {
                CountTogether alone = quota.counters()
                        .together(subject)
                        .once(UUID.randomUUID().toString(), WHILE_SENDING);
                quota.limits().forEach(limit -> alone.add(limit.counter(), 1));
                alone.apply();
                call.takeBack();
            });
        }

        @Override
        public void ensureCounted() {
            if (again) {
                reached("a request of " + operation + " may not be counted", call::apply);
            }
        }

        private boolean reached(String otherwise, Runnable counting) {
            try {
                counting.run();
                return true;
            } catch (SemelException e) {
                LOG.log(System.Logger.Level.WARNING, otherwise, e);
                return false;
            }
        }
    }

    private Admission uncounted() {
        quota.report(operation, quota.failsOpen() ? Decision.UNCOUNTED : Decision.UNAVAILABLE);
        return quota.failsOpen()
                ? Admission.UNCOUNTED
                : refused(Problem.STORE_UNAVAILABLE.refusal(
                        "Nothing was done, since the request cannot be counted. Send it again with the same key."));
    }

    private Admission refused(Refusal refusal) {
        return new Admission.Refused(dialogue.answer(refusal));
    }
}
