package dev.semel.servers.momento;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The items of one cache. Every method is atomic. */
final class Items {
    private final InstantSource clock;
    private final Map<ByteString, Item> items = new ConcurrentHashMap<>();

    Items(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * An item.
     *
     * @param previous the bytes before the last write, which a read that is not consistent may still return
     */
    private record Item(ByteString body, @Nullable ByteString previous, Instant end) {}

    /** Returns the bytes of an item, or {@code null} if there is none. */
    @Nullable
    ByteString get(ByteString key) {
        Item item = live(items.get(key));
        return item == null ? null : item.body;
    }

    /** Returns the bytes before the last write, as a replica that lags behind does. */
    @Nullable
    ByteString getStale(ByteString key) {
        Item item = live(items.get(key));
        return item == null ? null : item.previous;
    }

    /**
     * Writes an item if the present bytes pass a condition.
     *
     * @param condition gets {@code null} if there is no item
     */
    boolean setIf(ByteString key, ByteString body, long ttlMillis, Predicate<@Nullable ByteString> condition) {
        boolean[] stored = new boolean[1];
        items.compute(key, (same, old) -> {
            Item present = live(old);
            ByteString bytes = present == null ? null : present.body;
            stored[0] = condition.test(bytes);
            return stored[0] ? new Item(body, bytes, clock.instant().plusMillis(ttlMillis)) : present;
        });
        return stored[0];
    }

    void delete(ByteString key) {
        items.remove(key);
    }

    /** Changes the bytes of an item, and not its time to live. */
    boolean change(ByteString key, UnaryOperator<ByteString> change) {
        return items.computeIfPresent(key, (same, item) -> new Item(change.apply(item.body), item.previous, item.end))
                != null;
    }

    /** Returns when an item is deleted, or {@code null} if there is none. */
    @Nullable
    Instant end(ByteString key) {
        Item item = live(items.get(key));
        return item == null ? null : item.end;
    }

    /** Returns all items in the order of their keys. */
    Map<ByteString, ByteString> all() {
        Map<ByteString, ByteString> all = new TreeMap<>(ByteString.unsignedLexicographicalComparator());
        items.forEach((key, item) -> {
            if (live(item) != null) {
                all.put(key, item.body);
            }
        });
        return all;
    }

    private @Nullable Item live(@Nullable Item item) {
        return item != null && clock.instant().isBefore(item.end) ? item : null;
    }
}
