package dev.semel.http.quota;

import dev.semel.Keys;
import dev.semel.counter.Quota;
import dev.semel.counter.Tally;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11 that show a caller its quota, and the refusal. Both fields are structured lists with a member
 * for each limit. The name of a counter has no character that needs escaping there.
 */
final class RateLimitFields {
    /** The largest integer of a structured field. */
    private static final long MOST = 999_999_999_999_999L;

    private static final int PARTITION_BYTES = 12;

    private final RouteQuota quota;
    private final String subject;
    private final List<Quota> quotas;
    private final Duration jitter;
    private final Instant now;

    /**
     * Creates the fields of a count.
     *
     * @param subject the subject that was counted
     * @param quotas the result of each limit
     */
    RateLimitFields(RouteQuota quota, String subject, List<Quota> quotas) {
        this(quota, subject, quotas, quota.jitter());
    }

    private RateLimitFields(RouteQuota quota, String subject, List<Quota> quotas, Duration jitter) {
        this.quota = quota;
        this.subject = subject;
        this.quotas = quotas;
        this.jitter = jitter;
        this.now = quota.counters().now();
    }

    /** Returns the fields as if one request less had been counted. */
    RateLimitFields withoutOne() {
        return new RateLimitFields(
                quota,
                subject,
                quotas.stream()
                        .map(each -> new Quota(each.granted(), withoutOne(each.tally()), each.limit()))
                        .toList(),
                jitter);
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

    private String policy(Quota each, RouteQuota.Limit limit) {
        // the length of the window that was counted in, since months differ
        Optional<Duration> length =
                limit.counter().window().lengthAt(each.tally().resetsAt().minusMillis(1));
        String window = length.filter(time -> time.toSeconds() > 0)
                .map(time -> ";w=" + time.toSeconds())
                .orElse("");
        return "\"" + each.tally().counter() + "\";q=" + Math.min(each.limit(), MOST) + window + partition();
    }

    private String limit(Quota each) {
        long remaining = Math.min(quota.shown(each.remaining(), seconds(each)), MOST);
        return "\"" + each.tally().counter() + "\";r=" + remaining + ";t=" + seconds(each) + partition();
    }

    /** Returns the parameter with the partition: a byte sequence of a structured field. */
    private String partition() {
        if (!quota.showsPartitions()) {
            return "";
        }
        byte[] digest = Keys.derive("semel.partition", subject).getBytes(StandardCharsets.US_ASCII);
        return ";pk=:" + Base64.getEncoder().encodeToString(Arrays.copyOf(digest, PARTITION_BYTES)) + ":";
    }

    /** Returns the whole seconds until the reset, rounded up. */
    private long seconds(Quota each) {
        long millis =
                Duration.between(now, each.tally().resetsAt()).plus(jitter).toMillis();
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
