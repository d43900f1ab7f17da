package dev.semel.lambda.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The options of a function behind HTTP.
 *
 * @param principal finds the caller in an event; {@code null} to take the principal of the authorizer
 * @param principalRequired whether requests without a principal are refused, even if the event came through no authorizer
 * @param basePath the prefix of paths that the routes do not contain; empty if there is none
 * @param off whether protection is turned off
 */
public record HttpOptions(
        @Nullable Function<JsonNode, @Nullable String> principal,
        boolean principalRequired,
        String basePath,
        boolean off) {

    /** Returns the defaults, with protection on or off. */
    public static HttpOptions defaults(boolean off) {
        return new HttpOptions(null, false, "", off);
    }

    /** Returns the same options, with requests without a principal refused. */
    public HttpOptions withPrincipalRequired() {
        return new HttpOptions(principal, true, basePath, off);
    }

    /** Returns the same options with another way to find the caller. */
    public HttpOptions withPrincipal(Function<JsonNode, @Nullable String> choice) {
        return new HttpOptions(choice, principalRequired, basePath, off);
    }

    /** Returns the same options with another base path. */
    public HttpOptions withBasePath(String choice) {
        return new HttpOptions(principal, principalRequired, choice, off);
    }

    /** Returns the same options, with protection on or off. */
    public HttpOptions withOff(boolean choice) {
        return new HttpOptions(principal, principalRequired, basePath, choice);
    }
}
