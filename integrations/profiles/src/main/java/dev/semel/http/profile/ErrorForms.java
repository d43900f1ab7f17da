package dev.semel.http.profile;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.Answer;
import dev.semel.http.Header;
import dev.semel.http.Problem;
import dev.semel.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The bodies of errors in the forms that profiles require. */
final class ErrorForms {
    private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

    private static final Set<Problem> MAY_HAVE_COMMITTED =
            Set.of(Problem.RESULT_NOT_KEPT, Problem.IN_DOUBT, Problem.OVERTAKEN);

    private ErrorForms() {}

    /** {@code {"error":{"type":…,"code":…,"message":…}}}. */
    static Answer stripe(Refusal refusal) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode error = document.putObject("error");
        Problem problem = refusal.problem();
        if (problem == Problem.OTHER_REQUEST) {
            error.put("type", "idempotency_error");
        } else if (problem == Problem.IN_PROGRESS) {
            error.put("type", "invalid_request_error").put("code", "idempotency_key_in_use");
        } else if (problem == Problem.QUOTA_EXCEEDED) {
            error.put("type", "invalid_request_error").put("code", "rate_limit");
        } else {
            error.put("type", refusal.status() < 500 ? "invalid_request_error" : "api_error")
                    .put("code", name(problem));
        }
        error.put("message", message(refusal));
        return answer(refusal, document);
    }

    /** {@code {"type":…,"code":…,"message":…}}. */
    static Answer acp(Refusal refusal) {
        String type = refusal.status() < 500
                ? "invalid_request"
                : refusal.status() == 503 ? "service_unavailable" : "processing_error";
        String code = switch (refusal.problem()) {
            case KEY_MISSING -> "idempotency_key_required";
            case OTHER_REQUEST -> "idempotency_conflict";
            case IN_PROGRESS, IN_DOUBT, OVERTAKEN -> "idempotency_in_flight";
            default -> name(refusal.problem());
        };
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        return answer(refusal, document.put("type", type).put("code", code).put("message", message(refusal)));
    }

    /** {@code {"status":"failed","errors":[{"code":…,"message":…}]}}. */
    static Answer adcp(Refusal refusal) {
        String code = switch (refusal.problem()) {
            case KEY_MISSING, KEY_MALFORMED, BODY_UNREADABLE, BODY_TOO_LARGE, PATH_AMBIGUOUS -> "INVALID_REQUEST";
            case OTHER_REQUEST -> "IDEMPOTENCY_CONFLICT";
            case IN_PROGRESS, IN_DOUBT, OVERTAKEN -> "IDEMPOTENCY_IN_FLIGHT";
            case QUOTA_EXCEEDED -> "RATE_LIMITED";
            case STORE_UNAVAILABLE -> "SERVICE_UNAVAILABLE";
            default -> name(refusal.problem()).toUpperCase(Locale.ROOT);
        };
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("status", "failed");
        ObjectNode error = document.putArray("errors").addObject();
        error.put("code", code).put("message", message(refusal));
        if (refusal.problem().isRetryable()) {
            long seconds =
                    refusal.retryAfter() == null ? 1 : refusal.retryAfter().toSeconds();
            error.put("retry_after", seconds).putObject("details").put("retry_after", seconds);
        }
        return answer(refusal, document);
    }

    /** {@code {"error":{"message":…,"type":…,"code":…}}}, where the code is the status. */
    static Answer iceberg(Refusal answered) {
        // Clients take 409 for a commit that certainly failed.
        Refusal refusal = MAY_HAVE_COMMITTED.contains(answered.problem()) ? answered.status(500) : answered;
        String type = switch (refusal.problem()) {
            case IN_PROGRESS -> "RequestInProgressException";
            case OTHER_REQUEST -> "UnprocessableEntityException";
            case PRINCIPAL_MISSING, NOT_VERIFIED -> "NotAuthorizedException";
            case REPLAY_REFUSED, QUOTA_UNKNOWN -> "ForbiddenException";
            case STORE_UNAVAILABLE -> "ServiceUnavailableException";
            default -> refusal.status() < 500 ? "BadRequestException" : "CommitStateUnknownException";
        };
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.putObject("error")
                .put("message", message(refusal))
                .put("type", type)
                .put("code", refusal.status());
        return answer(refusal, document);
    }

    private static String name(Problem problem) {
        return problem.name().toLowerCase(Locale.ROOT);
    }

    private static String message(Refusal refusal) {
        return refusal.problem().title() + ". " + refusal.detail();
    }

    private static Answer answer(Refusal refusal, ObjectNode document) {
        return Answer.of(refusal.status(), JSON, document.toString().getBytes(StandardCharsets.UTF_8));
    }
}
