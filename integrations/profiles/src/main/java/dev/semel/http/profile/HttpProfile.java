package dev.semel.http.profile;

import dev.semel.Fingerprint;
import dev.semel.http.Dialogue;
import dev.semel.http.Exchange;
import dev.semel.http.RouteBuilder;
import dev.semel.http.Statuses;
import dev.semel.jackson.JsonFingerprinter;
import dev.semel.jackson.JsonKey;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Published rules for idempotent requests, as settings of a route: {@code Route.builder(…).apply(HttpProfile.STRIPE)}. What is set after it takes precedence. The
 * application remains responsible for everything beyond idempotency, such as the form of the errors that it answers with.
 */
public enum HttpProfile implements UnaryOperator<RouteBuilder> {
    /** The IETF draft {@code draft-ietf-httpapi-idempotency-key-header}: the defaults of a route. */
    IETF(Dialogue.DEFAULT) {
        @Override
        public RouteBuilder apply(RouteBuilder route) {
            return route.dialogue(dialogue());
        }
    },

    /**
     * Stripe's API, version 1: POST alone, an optional key, replays marked by {@code Idempotent-Replayed} that include 5xx, 400 for another request under the
     * key, 409 while the first one runs, and errors as {@code {"error":{"type":…}}}. Answers that mean that an endpoint did not begin are not stored.
     */
    STRIPE(Dialogue.DEFAULT.replayHeader("Idempotent-Replayed").errorBodies(ErrorForms::stripe)) {
        @Override
        public RouteBuilder apply(RouteBuilder route) {
            return route.dialogue(dialogue())
                    .methods("POST")
                    .keyOptional()
                    .statusOfOtherRequest(400)
                    .storing(answer -> answer.status() >= 500 || !NOT_BEGUN.contains(answer.status()));
        }
    },

    /**
     * The Agentic Commerce Protocol: POST alone, a required key, requests compared by their JSON body alone, 422 {@code idempotency_conflict}, 409 {@code
     * idempotency_in_flight}, 400 {@code idempotency_key_required}, flat errors, and replays marked by {@code Idempotent-Replayed}. 5xx are not stored.
     */
    ACP(Dialogue.DEFAULT.replayHeader("Idempotent-Replayed").errorBodies(ErrorForms::acp)) {
        @Override
        public RouteBuilder apply(RouteBuilder route) {
            return route.dialogue(dialogue())
                    .methods("POST")
                    .keyRequired()
                    .statusOfOtherRequest(422)
                    .fingerprintOf(HttpProfile::bodyAlone);
        }
    },

    /**
     * The Ad Context Protocol over HTTP: the key in the member {@code idempotency_key}, its format, the closed list of members that may differ in a retry, only
     * successful answers stored, {@code "replayed": true} in replays, and errors with a code. Keys past their retention run again: {@code IDEMPOTENCY_EXPIRED} is
     * not sent.
     */
    ADCP(Dialogue.DEFAULT
            .keyPattern("[A-Za-z0-9_.:-]{16,255}")
            .replayedMember("replayed")
            .errorBodies(ErrorForms::adcp)) {
        @Override
        public RouteBuilder apply(RouteBuilder route) {
            return route.dialogue(dialogue())
                    .methods("POST")
                    .keyRequired()
                    .keyInBody(JsonKey.at("/idempotency_key"))
                    .leavingOut(
                            "/idempotency_key",
                            "/context",
                            "/governance_context",
                            "/push_notification_config/authentication/credentials")
                    .statusOfOtherRequest(409)
                    .storing(answer -> answer.status() < 400);
        }
    },

    /**
     * The Iceberg REST catalog: POST and DELETE, an optional key that is a UUID of version 7 and unique for a principal, every final answer below 500 stored, and
     * errors in the model of the catalog. While the first request runs a duplicate gets 429, which clients retry automatically.
     */
    ICEBERG(Dialogue.DEFAULT.uuidKeys(7).statusWhileRunning(429).errorBodies(ErrorForms::iceberg)) {
        @Override
        public RouteBuilder apply(RouteBuilder route) {
            return route.dialogue(dialogue())
                    .methods("POST", "DELETE")
                    .keyOptional()
                    .scope(exchange -> exchange.principal() == null ? "" : exchange.principal())
                    .statusOfOtherRequest(422)
                    .storing(answer -> Statuses.isStored(answer.status()) && answer.status() != 419);
        }
    };

    private static final Set<Integer> NOT_BEGUN = Set.of(400, 401, 403, 404, 405, 408, 409, 425, 429);

    @SuppressWarnings("ImmutableEnumChecker") // a dialogue is immutable
    private final Dialogue dialogue;

    HttpProfile(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    /**
     * Returns the words of this profile, for {@link dev.semel.http.HttpGuard.Builder#dialogue} if all routes follow it. A route that follows another profile
     * would take from it what its own profile leaves unset.
     */
    public Dialogue dialogue() {
        return dialogue;
    }

    /** Applies the settings to a route. */
    @Override
    public abstract RouteBuilder apply(RouteBuilder route);

    private static Fingerprint bodyAlone(Exchange exchange, byte[] body) {
        try {
            return JsonFingerprinter.standard().ofJson(body);
        } catch (IllegalArgumentException e) {
            return Fingerprint.of(body); // the application decides about invalid JSON
        }
    }
}
