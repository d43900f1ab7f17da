package dev.semel.http;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a route with a runner that are at work in this process. Before a transaction has ended nobody can see its record, so by these a
 * duplicate waits its time or is told at once, before it is counted or takes a connection. Where only one can write at a time, its count would else
 * wait for as long as the work takes.
 *
 * <p>Only owners of their records are in here, so that one who merely gets an answer is in nobody's way. Nothing depends on it: a duplicate on another
 * node, or one that comes a moment too early, is for the runner.
 */
final class InFlight {
    private final ConcurrentHashMap<RecordId, Entry> atWork = new ConcurrentHashMap<>();

    /** A request that may come to work. */
    final class Entry {
        private final RecordId id;
        private final Fingerprint fingerprint;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Instant since = Instant.now();

        private Entry(RecordId id, Fingerprint fingerprint) {
            this.id = id;
            this.fingerprint = fingerprint;
        }

        /** It owns its record. */
        void begin() {
            atWork.put(id, this);
        }

        /** What it did has taken effect, or was undone. Does nothing if it never began. */
        void end() {
            atWork.remove(id, this);
            over.countDown();
        }

        /** All that is known is that it is running. */
        private ClaimResult answerTo(Fingerprint asked) {
            StoredRecord record = new StoredRecord(
                    id,
                    RecordState.IN_PROGRESS,
                    fingerprint,
                    new Token(1, new Nonce(0, 0)),
                    1,
                    since,
                    since,
                    null,
                    null,
                    Instant.now());
            return asked.equals(fingerprint) ? new ClaimResult.Busy(record) : new ClaimResult.Mismatch(record);
        }
    }

    Entry entry(RecordId id, Fingerprint fingerprint) {
        return new Entry(id, fingerprint);
    }

    /**
     * Waits while others are at work on the record.
     *
     * @return what the request gets if it is another one, or they are not done in time; {@code null} if nobody is known to be at work
     */
    @Nullable
    ClaimResult await(RecordId id, Fingerprint asked, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Entry other = atWork.get(id); other != null; other = atWork.get(id)) {
            if (!other.fingerprint.equals(asked) || !isOver(other, deadline)) {
                return other.answerTo(asked);
            }
        }
        return null;
    }

    private static boolean isOver(Entry other, long deadline) {
        try {
            return other.over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
