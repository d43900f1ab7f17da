package dev.semel.simulation;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store whose results can be damaged. It verifies them, or is broken and does not. */
class DamageableStore extends DelegatingStore {
    private final boolean verifies;
    private final Map<RecordId, Integer> checksums = new HashMap<>();
    private final Map<RecordId, Result> damaged = new HashMap<>();

    DamageableStore(Store store, boolean verifies) {
        super(store);
        this.verifies = verifies;
    }

    synchronized void damage(RecordId id, UnaryOperator<byte[]> change) {
        Result old = damaged.getOrDefault(
                id, super.find(id).map(StoredRecord::result).orElseThrow());
        damaged.put(id, Result.of(old.kind(), old.mediaType(), change.apply(old.bytes())));
    }

    @Override
    public synchronized ClaimResult claim(ClaimRequest request) {
        ClaimResult answer = super.claim(request);
        if (answer instanceof ClaimResult.Claimed) {
            damaged.remove(request.id());
        }
        return answer instanceof ClaimResult.Settled settled
                ? new ClaimResult.Settled(withDamage(settled.record()))
                : answer;
    }

    @Override
    public synchronized OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        OwnerWrite write = super.settle(id, token, result, retention);
        super.find(id).map(StoredRecord::result).ifPresent(kept -> checksums.put(id, kept.checksum(id)));
        return write;
    }

    @Override
    public synchronized Optional<StoredRecord> find(RecordId id) {
        return super.find(id).map(this::withDamage);
    }

    private StoredRecord withDamage(StoredRecord record) {
        Result result = damaged.getOrDefault(record.id(), record.result());
        if (result == null) {
            return record;
        }
        return new StoredRecord(
                record.id(),
                record.state(),
                record.fingerprint(),
                record.token(),
                record.attempt(),
                record.createdAt(),
                record.leaseEnd(),
                record.expiresAt(),
                verifies ? result.verified(record.id(), checksums.get(record.id())) : result,
                record.asOf());
    }
}
