package dev.semel.momento.record;

import dev.semel.momento.wire.Condition;
import dev.semel.momento.wire.MomentoLink;
import dev.semel.skew.ClockReading;
import dev.semel.skew.SkewedClock;
import dev.semel.store.RecordId;
import org.jspecify.annotations.Nullable;

/**
 * The items of records in a cache, for claims and owner's writes.
 *
 * @param link the connection to the cache
 * @param keys the keys of items
 * @param clock the application's clock
 * @param lifetimes how long items are kept
 * @param results the results in them
 */
public record MomentoItems(
        MomentoLink link, MomentoKeys keys, SkewedClock clock, Lifetimes lifetimes, MomentoResults results) {

    byte @Nullable [] get(String what, RecordId id) {
        return link.get(what, keys.key(id));
    }

    boolean write(String what, RecordId id, EncodedRecord item, ClockReading now, Condition condition) {
        return link.setIf(what, keys.key(id), item.bytes, lifetimes.timeToLive(now, item.item.expiresAt()), condition);
    }

    /**
     * An item that is to be written.
     *
     * @param item the record
     * @param bytes its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record EncodedRecord(MomentoRecord item, byte[] bytes) {
        static EncodedRecord of(RecordId id, MomentoRecord item) {
            return new EncodedRecord(item, MomentoBytes.write(id, item));
        }
    }
}
