package dev.semel.http;

import dev.semel.Keys;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The default scope of a request: its principal, method and path, so that one key belongs to one endpoint. */
final class Scopes {
    private static final int MOST_BYTES = 512;

    private Scopes() {}

    /** Returns a scope that operators can read if it is short enough. Scopes of different parts always differ. */
    static String of(@Nullable String principal, String method, String path) {
        String who = principal == null ? "" : principal;
        // The only bar that is not escaped ends the principal; a method has no space.
        String readable = escape(who) + "|" + method + " " + path;
        boolean fits = readable.chars().noneMatch(Character::isISOControl)
                && readable.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
        return fits ? readable : "sha256:" + Keys.derive(who, method, path);
    }

    private static String escape(String principal) {
        return principal.replace("%", "%25").replace("|", "%7C");
    }
}
