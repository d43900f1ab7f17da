package dev.semel.redis.record;

import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a record. */
public final class FindScriptCall extends RecordCall<Optional<StoredRecord>> {
    /** Creates a call that reads the record under a key. */
    public FindScriptCall(RecordId id, RecordKeys keys) {
        super(RecordScripts.FIND, id, keys.of(id), new byte[0]);
    }

    @Override
    protected Optional<StoredRecord> read(long now, @Nullable Object reply) {
        if (reply == null) {
            return Optional.empty();
        }
        RecordBytes record = RecordBytes.of(id(), (byte[]) reply);
        return record.isExpired(now) ? Optional.empty() : Optional.of(record.toStoredRecord(id(), now));
    }

    @Override
    protected boolean isWrite(Optional<StoredRecord> answer) {
        return false;
    }
}
