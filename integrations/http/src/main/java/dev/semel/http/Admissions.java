package dev.semel.http;

import dev.semel.Facts;
import dev.semel.Keys;
import dev.semel.counter.CountTogether;
import dev.semel.counter.UnknownSubjectException;
import dev.semel.http.RouteQuota.Decision;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Counts the requests of a route before they run. What could come in between:
 *
 * <ol>
 *   <li>The reply of the count is lost: it is sent again under its key, and counts once.
 *   <li>The process dies after the count and before the work is done, or the work fails: the next attempt has the same key, so it is not counted
 *       again. Under a lease the key has the instant at which the record's first attempt began, which all its attempts share, and which a record
 *       that is made anew after its retention has not.
 *   <li>The process dies between the claim and the count: the next attempt counts.
 *   <li>The count is refused: nothing is remembered under the key, the record is released, and the next attempt counts if there is room then.
 * </ol>
 */
final class Admissions {
    private static final Duration LONGEST = Duration.ofDays(10_000);
    private static final Duration WHILE_SENDING = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final RouteQuota quota;
    private final String operation;
    private final Duration remember;

    Admissions(RouteQuota quota, Route route) {
        this.quota = quota;
        this.operation = route.operation;
        Duration kept = route.retention.plus(route.lease);
        this.remember = kept.compareTo(LONGEST) < 0 ? kept : LONGEST;
    }

    /** An attempt that owns its record. */
    Admission admit(Exchange exchange, Facts facts) {
        String key = Keys.derive(
                facts.operation(), facts.scope(), facts.key(), facts.since().toString());
        return count(exchange, key, remember);
    }

    /** A request that is about to claim its record. */
    Admission admit(Exchange exchange, RecordId id) {
        return count(exchange, Keys.derive(id.operation(), id.scope(), id.key()), remember);
    }

    /** A request that nothing names. The key is for lost replies only. */
    Admission admit(Exchange exchange) {
        return count(exchange, UUID.randomUUID().toString(), WHILE_SENDING);
    }

    private Admission count(Exchange exchange, String key, Duration howLong) {
        CountTogether call = quota.counters().together(quota.subjectOf(exchange)).once(key, howLong);
        quota.limits().forEach(limit -> call.tryAdd(limit.counter(), 1, limit.most()));
        CountTogether.Result result;
        try {
            result = call.apply();
        } catch (StoreException e) {
            return uncounted();
        } catch (UnknownSubjectException e) {
            quota.tell(operation, Decision.REFUSED);
            return new Admission.Refused(Problem.QUOTA_UNKNOWN.answer("Ask the operator for a quota."));
        }
        return decided(result);
    }

    private Admission decided(CountTogether.Result result) {
        RateLimitFields fields = new RateLimitFields(quota, result.quotas());
        if (!result.granted()) {
            quota.tell(operation, Decision.REFUSED);
            return new Admission.Refused(fields.refusal());
        }
        quota.tell(operation, result.again() ? Decision.COUNTED_BEFORE : Decision.COUNTED);
        // What was left when it was counted says nothing of what is left now.
        return new Admission.Granted(result.again() ? List.of() : fields.all());
    }

    private Admission uncounted() {
        quota.tell(operation, quota.failsOpen() ? Decision.UNCOUNTED : Decision.UNAVAILABLE);
        return quota.failsOpen()
                ? new Admission.Granted(List.of())
                : new Admission.Refused(Problem.STORE_UNAVAILABLE.answer(
                        Problem.STORE_UNAVAILABLE.status(),
                        "Nothing was done, since it can't be counted. Send it again with the same key.",
                        SOON));
    }
}
