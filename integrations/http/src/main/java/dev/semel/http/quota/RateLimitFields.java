package dev.semel.http.quota;

import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
import dev.semel.http.RouteQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11 that show a caller its quota, and the refusal. Both fields are structured lists with a member
 * for each limit. The name of a counter has no character that needs escaping there.
 */
final class RateLimitFields {
    /** The largest integer of a structured field. */
    private static final long MOST = 999_999_999_999_999L;

    private final RouteQuota quota;
    private final List<Quota> quotas;
    private final Instant now;

    /**
     * Creates the fields of a count.
     *
     * @param quotas the result of each limit
     */
    RateLimitFields(RouteQuota quota, List<Quota> quotas) {
        this.quota = quota;
        this.quotas = quotas;
        this.now = quota.counters().now();
    }

    /** Returns the fields as if one request less had been counted. */
    RateLimitFields withoutOne() {
        return new RateLimitFields(
                quota,
                quotas.stream()
                        .map(each -> new Quota(each.granted(), withoutOne(each.tally()), each.limit()))
                        .toList());
    }

    private static Tally withoutOne(Tally tally) {
        return new Tally(tally.counter(), tally.count() - 1, tally.window(), tally.resetsAt());
    }

    List<Header> all() {
        List<String> policies = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        for (int i = 0; i < quotas.size(); i++) {
            policies.add(policy(quotas.get(i), quota.limits().get(i)));
            limits.add(limit(quotas.get(i)));
        }
        return List.of(
                new Header("RateLimit-Policy", String.join(", ", policies)),
                new Header("RateLimit", String.join(", ", limits)));
    }

    private static String policy(Quota each, RouteQuota.Limit limit) {
        // the length of the window that was counted in, since months differ
        Optional<Duration> length =
                limit.counter().window().lengthAt(each.tally().resetsAt().minusMillis(1));
        String window = length.filter(time -> time.toSeconds() > 0)
                .map(time -> ";w=" + time.toSeconds())
                .orElse("");
        return "\"" + each.tally().counter() + "\";q=" + Math.min(each.limit(), MOST) + window;
    }

    private String limit(Quota each) {
        return "\"" + each.tally().counter() + "\";r=" + Math.min(each.remaining(), MOST) + ";t=" + seconds(each);
    }

    /** Returns the whole seconds until the reset, rounded up. */
    private long seconds(Quota each) {
        long millis = Duration.between(now, each.tally().resetsAt()).toMillis();
        return Math.max(0, Math.floorDiv(millis + 999, 1000L));
    }

    /** Returns a refusal whose time for a retry is the end of all windows that are full. */
    Refusal refusal() {
        List<Quota> full = quotas.stream().filter(each -> each.remaining() == 0).toList();
        long wait = full.stream().mapToLong(this::seconds).max().orElse(1);
        return Problem.QUOTA_EXCEEDED
                .refusal("Send it again with the same key after the time in Retry-After.")
                .retryAfter(Duration.ofSeconds(wait))
                .with(
                        "violated-policies",
                        full.stream().map(each -> each.tally().counter()).toList());
    }
}
