package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.http.PrincipalName;
import org.jspecify.annotations.Nullable;

/**
 * Who is asking, from where authorizers put it: only what a caller can't write by itself. A subject is unique only within its issuer, so the two go
 * together.
 */
final class Callers {
    private static final EventPart PLAIN = EventPart.any(
            EventPart.at("/requestContext/authorizer/lambda/principalId"),
            EventPart.at("/requestContext/authorizer/principalId"),
            EventPart.at("/requestContext/authorizer/iam/userArn"),
            EventPart.at("/requestContext/identity/userArn"),
            EventPart.at("/requestContext/identity/cognitoIdentityId"));

    private Callers() {}

    /** {@code null} if the caller is anonymous. */
    static @Nullable String of(JsonNode event) {
        JsonNode authorizer = event.path("requestContext").path("authorizer");
        String claimed = claimed(authorizer.path("jwt").path("claims"));
        if (claimed == null) {
            claimed = claimed(authorizer.path("claims"));
        }
        if (claimed != null) {
            return claimed;
        }
        String plain = EventPart.asKey(PLAIN.in(event));
        return plain == null ? null : PrincipalName.plain(plain);
    }

    private static @Nullable String claimed(JsonNode claims) {
        String subject = EventPart.asKey(claims.path("sub"));
        String issuer = EventPart.asKey(claims.path("iss"));
        if (subject == null) {
            return null;
        }
        return issuer == null ? PrincipalName.plain(subject) : PrincipalName.ofIssuer(issuer, subject);
    }

    /** Whether something authenticates the callers of the endpoint that an event came through. */
    static boolean areAuthenticated(JsonNode event) {
        JsonNode authorizer = event.path("requestContext").path("authorizer");
        return authorizer.isObject() && !authorizer.isEmpty();
    }
}
