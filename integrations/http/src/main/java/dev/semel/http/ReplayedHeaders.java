package dev.semel.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The headers of an answer that are stored and replayed. */
final class ReplayedHeaders {
    private static final String ALLOW_ORIGIN = "access-control-allow-origin";
    private static final String ALLOW_CREDENTIALS = "access-control-allow-credentials";
    private static final String EXPOSE_HEADERS = "access-control-expose-headers";
    private static final Set<String> FOR_ORIGIN = Set.of(ALLOW_ORIGIN, ALLOW_CREDENTIALS, EXPOSE_HEADERS);

    private static final List<String> USUAL = List.of(
            "content-type",
            "content-language",
            "content-encoding",
            "content-disposition",
            "location",
            "content-location",
            "etag",
            "last-modified",
            "link",
            "vary",
            "cache-control",
            "expires",
            "pragma",
            "content-security-policy",
            "content-security-policy-report-only",
            "permissions-policy",
            "referrer-policy",
            "strict-transport-security",
            "x-content-type-options",
            "x-frame-options",
            "x-xss-protection",
            "cross-origin-embedder-policy",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
            ALLOW_ORIGIN,
            ALLOW_CREDENTIALS,
            EXPOSE_HEADERS);

    /** Headers about one exchange or one client, or set by the sender of an answer: meaningless or harmful in a replay. */
    private static final Set<String> NEVER = Set.of(
            "set-cookie",
            "set-cookie2",
            "authorization",
            "proxy-authorization",
            "www-authenticate",
            "proxy-authenticate",
            "authentication-info",
            "proxy-authentication-info",
            "connection",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "date",
            "ratelimit",
            "ratelimit-policy",
            "idempotency-replayed");

    private final Set<String> names = new TreeSet<>(USUAL);

    ReplayedHeaders(List<String> more) {
        more.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    }

    static boolean isForbidden(String name) {
        return NEVER.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the headers of a stored answer for a caller from an origin. Headers that allowed the first caller to read the answer are for the same
     * origin only, unless they allow all origins.
     */
    static List<Header> forOrigin(Answer stored, List<String> origin) {
        String allowed = stored.header(ALLOW_ORIGIN).orElse("");
        boolean isFor = allowed.equals("*") || origin.equals(List.of(allowed));
        return stored.headers().stream()
                .filter(header -> isFor || !FOR_ORIGIN.contains(header.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    List<Header> of(Answer answer) {
        return answer.headers().stream()
                .filter(header -> names.contains(header.name().toLowerCase(Locale.ROOT)))
                .toList();
    }
}
