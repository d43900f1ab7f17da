package dev.semel.boot.actuator;

import dev.semel.boot.OperationPolicies;
import dev.semel.http.Answer;
import dev.semel.http.Header;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * The Actuator endpoint {@code semel}. GET lists the store, the operations with their policies, the routes and methods
 * that are guarded, the purge, and the number of records by state. POST releases or settles an abandoned record. POST is
 * disabled unless {@code management.endpoint.semel.access=unrestricted} is set, and each use publishes an audit event.
 *
 * <p>Optional parameters have Spring's own {@code @Nullable}, since Spring Boot 3 recognises no other annotation.
 */
@WebEndpoint(id = "semel", defaultAccess = Access.READ_ONLY)
public final class SemelEndpoint {
    private final Listing listing;
    private final RecordDesk desk;
    private final OperationPolicies policies;
    private final RecordAudit audit;

    SemelEndpoint(Listing listing, RecordDesk desk, OperationPolicies policies, RecordAudit audit) {
        this.listing = listing;
        this.desk = desk;
        this.policies = policies;
        this.audit = audit;
    }

    /**
     * Returns what is guarded, how, and where.
     *
     * @param count whether to count the records by state, which may read all records of the store; otherwise the last
     *     count is shown, if there was one
     */
    @ReadOperation
    public Map<String, Object> overview(@Nullable Boolean count) {
        return listing.facts(Boolean.TRUE.equals(count));
    }

    /**
     * Ends an abandoned record.
     *
     * @param operation the operation of the record
     * @param scope the scope of the record; empty if missing
     * @param key the key of the record
     * @param action {@code release}, so that the next call runs, or {@code settle}
     * @param mediaType the media type of the result, as the operation's codec writes it, such as {@code
     *     text/plain;charset=utf-8}
     * @param result the result, as text
     * @param status the status of an HTTP route's answer, in place of a media type; the result is its JSON body
     * @param caller the operator
     * @return the outcome, with a reason if there is no record
     * @throws IllegalArgumentException if the action is unknown, or neither media type nor status is set for
     *     settling
     */
    @WriteOperation
    public Map<String, Object> end(
            @Selector String operation,
            @Nullable String scope,
            String key,
            String action,
            @Nullable String mediaType,
            @Nullable String result,
            @Nullable Integer status,
            SecurityContext caller) {
        RecordId id = new RecordId(operation, scope == null ? "" : scope, key);
        Duration retention = policies.of(operation).retention();
        String outcome = switch (action) {
            case "release" ->
                audit.audited("SEMEL_RELEASE", id, caller.getPrincipal(), () -> desk.release(id, retention));
            case "settle" -> {
                Result settled = result(mediaType, result, status);
                yield audit.audited(
                        "SEMEL_SETTLE", id, caller.getPrincipal(), () -> desk.settle(id, settled, retention));
            }
            default ->
                throw new IllegalArgumentException("the action is \"" + action + "\"; must be release or settle");
        };
        return outcome.equals(RecordDesk.NOT_FOUND)
                ? Map.of("outcome", outcome, "reason", new Absence(listing.overview()).of(operation, id.scope()))
                : Map.of("outcome", outcome);
    }

    private static Result result(@Nullable String mediaType, @Nullable String result, @Nullable Integer status) {
        byte[] bytes = (result == null ? "" : result).getBytes(StandardCharsets.UTF_8);
        if (status != null) {
            return Answer.of(status, List.of(new Header("Content-Type", "application/json")), bytes)
                    .asResult();
        }
        if (mediaType == null) {
            throw new IllegalArgumentException(
                    "a mediaType, or a status for an HTTP route, is required to settle a record");
        }
        return Result.value(mediaType, bytes);
    }

    static String name(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
