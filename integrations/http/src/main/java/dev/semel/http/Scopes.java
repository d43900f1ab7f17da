package dev.semel.http;

import dev.semel.Keys;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** On whose behalf a request is made: the principal, and the method and path that it asks for, so that one key means one endpoint. */
final class Scopes {
    private static final int MOST_BYTES = 512;

    private Scopes() {}

    /** Readable for an operator where it is short enough; no two of different parts are ever the same. */
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
