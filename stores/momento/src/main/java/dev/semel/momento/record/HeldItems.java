package dev.semel.momento.record;

import dev.semel.store.RecordId;
import dev.semel.store.Token;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that this process last wrote for the records it owns. They save an owner's write the read before it. Only a hint: bytes that are missing or out of
 * date cost a request, since Momento compares them. Thread-safe.
 */
public final class HeldItems {
    private static final int MOST = 10_000;

    private record Owned(RecordId id, Token token) {}

    private final Map<Owned, byte[]> bytes = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Owned, byte[]> eldest) {
            return size() > MOST;
        }
    };

    synchronized void put(RecordId id, Token token, byte[] written) {
        bytes.put(new Owned(id, token), written);
    }

    synchronized byte @Nullable [] get(RecordId id, Token token) {
        return bytes.get(new Owned(id, token));
    }

    synchronized void remove(RecordId id, Token token) {
        bytes.remove(new Owned(id, token));
    }
}
