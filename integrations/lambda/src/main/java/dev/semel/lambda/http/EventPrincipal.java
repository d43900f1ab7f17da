package dev.semel.lambda.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.http.PrincipalName;
import dev.semel.lambda.event.EventKeys;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The principal that an authorizer has written into an event. Only places that a caller cannot forge are read. A subject is unique only within
 * its issuer, so both are combined.
 */
final class EventPrincipal {
    private static final List<JsonPointer> PLAIN = Stream.of(
                    "/requestContext/authorizer/lambda/principalId",
                    "/requestContext/authorizer/principalId",
                    "/requestContext/authorizer/iam/userArn",
                    "/requestContext/identity/userArn",
                    "/requestContext/identity/cognitoIdentityId")
            .map(JsonPointer::compile)
            .toList();

    private EventPrincipal() {}

    /** Returns the name of the principal, or {@code null} if the caller is anonymous. */
    static @Nullable String of(JsonNode event) {
        JsonNode authorizer = authorizer(event);
        String claimed = claimed(authorizer.path("jwt").path("claims"));
        if (claimed == null) {
            claimed = claimed(authorizer.path("claims"));
        }
        return claimed == null ? plain(event) : claimed;
    }

    private static @Nullable String plain(JsonNode event) {
        return PLAIN.stream()
                .map(pointer -> EventKeys.of(event.at(pointer)))
                .filter(Objects::nonNull)
                .findFirst()
                .map(PrincipalName::plain)
                .orElse(null);
    }

    private static @Nullable String claimed(JsonNode claims) {
        String subject = EventKeys.of(claims.path("sub"));
        String issuer = EventKeys.of(claims.path("iss"));
        if (subject == null) {
            return null;
        }
        return issuer == null ? PrincipalName.plain(subject) : PrincipalName.ofIssuer(issuer, subject);
    }

    /** Returns whether the event came through an authorizer. */
    static boolean isAuthenticated(JsonNode event) {
        JsonNode authorizer = authorizer(event);
        return authorizer.isObject() && !authorizer.isEmpty();
    }

    private static JsonNode authorizer(JsonNode event) {
        return event.path("requestContext").path("authorizer");
    }
}
