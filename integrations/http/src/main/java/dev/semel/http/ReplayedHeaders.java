package dev.semel.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Which headers of an answer are kept and replayed. */
final class ReplayedHeaders {
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
            "vary");

    /** About one exchange or one client, or made by whoever sends the answer: of no meaning in a replay, or worse. */
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

    List<Header> of(Answer answer) {
        return answer.headers().stream()
                .filter(header -> names.contains(header.name().toLowerCase(Locale.ROOT)))
                .toList();
    }
}
