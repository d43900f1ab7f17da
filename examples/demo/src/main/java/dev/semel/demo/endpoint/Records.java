package dev.semel.demo.endpoint;

import dev.semel.demo.request.CallerHeader;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The records of requests, without fingerprints, tokens and results. A caller sees only the records that its requests made. */
@RestController
class Records {
    private final ObjectProvider<Store> store;

    /** Takes a provider, since there is no store if Semel is disabled by {@code semel.enabled}. */
    Records(ObjectProvider<Store> store) {
        this.store = store;
    }

    record Shown(
            String operation,
            String key,
            String state,
            int attempt,
            @Nullable Integer resultBytes,
            String createdAt) {

        static Shown of(StoredRecord record) {
            Result result = record.result();
            return new Shown(
                    record.id().operation(),
                    record.id().key(),
                    record.state().name().toLowerCase(Locale.ROOT),
                    record.attempt(),
                    result == null ? null : result.size(),
                    record.createdAt().toString());
        }
    }

    /**
     * Returns the record of a request of this caller, or nothing if there is none.
     *
     * @param sent method and path of the request, such as {@code POST /payments}: they are part of a record's scope
     */
    @GetMapping("/records")
    List<Shown> ofRequest(
            @RequestParam("operation") String operation,
            @RequestParam("request") String sent,
            @RequestParam("key") String key,
            HttpServletRequest request) {
        RecordId id = new RecordId(operation, CallerHeader.of(request) + "|" + sent, key);
        return store.getObject().find(id).map(Shown::of).stream().toList();
    }
}
