package dev.semel.redis;

import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A look at a record on its way. */
final class FindCall extends RecordCall<Optional<StoredRecord>> {
    FindCall(RecordId id, byte[] key) {
        super(Script.FIND, id, key, new byte[0]);
    }

    @Override
    protected Optional<StoredRecord> read(long now, @Nullable Object reply) {
        if (reply == null) {
            return Optional.empty();
        }
        Entry entry = Entry.of(id(), (byte[]) reply);
        return entry.isOver(now) ? Optional.empty() : Optional.of(entry.seenAs(id(), now));
    }
}
