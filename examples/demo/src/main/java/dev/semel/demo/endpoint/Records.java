package dev.semel.demo.endpoint;

import dev.semel.demo.request.CallerHeader;
import dev.semel.store.RecordId;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The records of a caller's requests, without fingerprints, tokens and results. It reads the store and changes nothing. */
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
            String createdAt,
            String leaseEnd,
            @Nullable String expiresAt,
            String asOf) {

        static Shown of(StoredRecord record) {
            return new Shown(
                    record.id().operation(),
                    record.id().key(),
                    record.state().name().toLowerCase(Locale.ROOT),
                    record.attempt(),
                    record.result() == null ? null : record.result().size(),
                    record.createdAt().toString(),
                    record.leaseEnd().toString(),
                    record.expiresAt() == null ? null : record.expiresAt().toString(),
                    record.asOf().toString());
        }
    }

    /**
     * Returns the records of the caller's requests with these keys.
     *
     * @param sent method and path of the requests, such as {@code POST /payments}: they are part of a record's scope
     */
    @GetMapping("/records")
    List<Shown> ofCaller(
            @RequestParam("operation") String operation,
            @RequestParam("request") String sent,
            @RequestParam("key") List<String> keys,
            HttpServletRequest request) {
        String scope = CallerHeader.of(request) + "|" + sent;
        return keys.stream()
                .map(key -> store.getObject().find(new RecordId(operation, scope, key)))
                .flatMap(Optional::stream)
                .map(Shown::of)
                .toList();
    }
}
