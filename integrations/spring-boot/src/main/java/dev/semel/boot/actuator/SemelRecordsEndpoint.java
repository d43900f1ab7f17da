package dev.semel.boot.actuator;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.lang.Nullable;

/**
 * The Actuator endpoint {@code semelrecords}. POST with an operation in the path, and {@code scope} and {@code key} in
 * the body, looks up a record, without its result. It changes nothing. It is a POST so that access logs contain neither
 * keys nor scopes.
 */
@WebEndpoint(id = "semelrecords")
public final class SemelRecordsEndpoint {
    private final Store store;
    private final Absence absence;

    SemelRecordsEndpoint(Store store, Absence absence) {
        this.store = store;
        this.absence = absence;
    }

    /**
     * Looks up a record. Answers 404 with a reason if there is none: an unknown operation, or a different scope or key.
     * The state of a record that cannot be read is {@code unreadable},
     * with a reason.
     *
     * @param operation the operation of the record
     * @param scope the scope of the record; empty if missing
     * @param key the key of the record
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> find(
            @Selector String operation, @Nullable String scope, String key) {
        RecordId id = new RecordId(operation, scope == null ? "" : scope, key);
        try {
            return store.find(id)
                    .map(record -> new WebEndpointResponse<>(describe(record)))
                    .orElseGet(() -> new WebEndpointResponse<>(
                            Map.of("reason", absence.of(operation, id.scope())), WebEndpointResponse.STATUS_NOT_FOUND));
        } catch (UnreadableRecordException e) {
            return new WebEndpointResponse<>(
                    Map.of("record", id.toString(), "state", "unreadable", "reason", String.valueOf(e.getMessage())));
        }
    }

    private static Map<String, Object> describe(StoredRecord record) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("record", record.id().toString());
        facts.put("state", SemelEndpoint.name(record.state()));
        facts.put("attempt", record.attempt());
        facts.put("createdAt", record.createdAt().toString());
        facts.put("leaseEnd", String.valueOf(record.leaseEnd()));
        facts.put("expiresAt", String.valueOf(record.expiresAt()));
        return facts;
    }
}
