package dev.semel.memory;

import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.BrowsableStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.thread.StackRoom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in the memory of this process: for tests, and for single processes that may forget everything when they
 * end. Bounded, without a global lock, and with the same contract as every other store.
 *
 * <p>A record is one immutable entry of a {@link ConcurrentHashMap}:
 *
 * <ol>
 *   <li>A claim first reads the entry. If the entry answers it without a change (settled, busy, in doubt, mismatch),
 *       that is the answer: it was the record at one instant within the call.
 *   <li>Otherwise it decides again inside {@code compute}, which no other thread enters for this record at the same
 *       time, and writes the new entry there.
 *   <li>Every other write compares the token inside {@code compute}.
 *   <li>A claim that adds a record also checks a few others and removes those past their retention, so the map is swept
 *       while it grows and no claim waits for a sweep.
 * </ol>
 */
public final class MemoryStore implements BrowsableStore {

    /** What happens to a claim of a new record when the store is full of records that are not past their retention. */
    public enum WhenFull {
        /** The claim fails: no record is forgotten before its retention ends. */
        REFUSE,
        /** One of the oldest settled or released records is forgotten, and its operation may run again. Records in progress stay. */
        FORGET_OLD
    }

    private final ConcurrentHashMap<RecordId, MemoryRecord> records = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final Room room;
    private volatile boolean closed;

    private MemoryStore(Builder builder) {
        this.clock = builder.clock;
        this.room = new Room(records, builder.maxRecords, builder.whenFull);
    }

    /** Returns a store with the defaults of {@link #builder()}. */
    public static MemoryStore create() {
        return builder().build();
    }

    /** Returns a builder for a store. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        ensureOpen();
        // The time is read before the entry: the entry then includes everything that happened in between, and a lease
        // that was renewed in time has not expired.
        Instant now = clock.instant();
        MemoryRecord present = records.get(request.id());
        ClaimResult answer = present == null ? null : answerWithoutChange(request, present, now);
        while (answer == null) {
            answer = claimInTheMap(request);
            if (answer == null && !room.free(clock.instant())) {
                throw new StoreException(
                        "the memory store is full, and no record was found whose retention has ended; raise maxRecords, shorten"
                                + " retentions, or choose whenFull(FORGET_OLD) if records may be lost early",
                        null);
            }
        }
        return answer;
    }

    /** Decides and writes in one step. Returns {@code null} if there is no room for a new record. */
    private @Nullable ClaimResult claimInTheMap(ClaimRequest request) {
        StackRoom.requireLittle(); // an error must not separate place, map and queue
        Decision decision = new Decision();
        MemoryRecord there = records.compute(request.id(), (id, current) -> {
            Instant now = clock.instant();
            decision.at = now;
            decision.result = current == null ? null : answerWithoutChange(request, current, now);
            if (decision.result != null) {
                return current;
            }
            // Both may throw, so they are made before the place is taken.
            MemoryRecord next = claimed(request, current, now);
            ClaimResult granted = new ClaimResult.Claimed(next.seenAs(id, now), next.tookOver());
            if (current == null && !room.take()) {
                return null;
            }
            decision.result = granted;
            decision.grew = current == null;
            return next;
        });
        if (decision.grew) {
            room.entered(request.id(), decision.at);
        }
        if (there != null) {
            room.expires(there.expiresAt());
        }
        return decision.result;
    }

    /** The decision inside {@code compute}, for its caller. */
    private static final class Decision {
        private Instant at = Instant.MIN;
        private @Nullable ClaimResult result;
        private boolean grew;
    }

    /** Returns the answer of an entry to a claim if that changes nothing; {@code null} if the claim has to write. */
    private static @Nullable ClaimResult answerWithoutChange(ClaimRequest request, MemoryRecord entry, Instant now) {
        if (entry.isExpired(now)) {
            return null;
        }
        if (!entry.fingerprint().equals(request.fingerprint())) {
            return new ClaimResult.Mismatch(entry.seenAs(request.id(), now));
        }
        if (entry.result() != null) {
            return new ClaimResult.Settled(entry.seenAs(request.id(), now));
        }
        if (entry.released() || entry.token().nonce().equals(request.nonce())) {
            return null;
        }
        if (now.isBefore(entry.leaseEnd())) {
            return new ClaimResult.Busy(entry.seenAs(request.id(), now));
        }
        return request.takeOver() ? null : new ClaimResult.InDoubt(entry.seenAs(request.id(), now));
    }

    private static MemoryRecord claimed(ClaimRequest request, @Nullable MemoryRecord current, Instant now) {
        LeaseTerms terms = request.terms();
        Token token = new Token(current == null ? 1 : current.token().epoch() + 1, request.nonce());
        if (current == null || current.isExpired(now)) {
            return new MemoryRecord(
                    request.fingerprint(),
                    token,
                    1,
                    false,
                    false,
                    now,
                    terms.leaseEnd(now),
                    terms.expiresAt(now),
                    null);
        }
        MemoryRecord renewed = current.withLease(terms.leaseEnd(now), terms.expiresAt(now));
        boolean sentAgain = current.isInProgress() && current.token().nonce().equals(request.nonce());
        return sentAgain ? renewed : renewed.withOwner(token);
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return write(
                id,
                token,
                (entry, now) ->
                        entry.isInProgress() ? entry.withLease(terms.leaseEnd(now), terms.expiresAt(now)) : null);
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return write(id, token, (entry, now) -> {
            if (entry.result() != null) {
                return entry; // repeated
            }
            return entry.released() ? null : entry.withResult(result, now.plus(retention));
        });
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return write(id, token, (entry, now) -> {
            if (entry.isInProgress()) {
                return as == ReleaseAs.RUNNABLE ? entry.asReleased(now.plus(retention)) : entry.withLeaseOver(now);
            }
            boolean sentAgain = entry.released() && as == ReleaseAs.RUNNABLE;
            return sentAgain ? entry : null;
        });
    }

    /** Replaces an entry if its token matches and {@code change} returns a new one. */
    private OwnerWrite write(
            RecordId id, Token token, BiFunction<MemoryRecord, Instant, @Nullable MemoryRecord> change) {
        ensureOpen();
        boolean[] applied = new boolean[1];
        MemoryRecord there = records.computeIfPresent(id, (key, entry) -> {
            MemoryRecord next = entry.token().equals(token) ? change.apply(entry, clock.instant()) : null;
            applied[0] = next != null;
            return next == null ? entry : next;
        });
        if (there != null) {
            room.expires(there.expiresAt());
        }
        return applied[0] ? OwnerWrite.APPLIED : OwnerWrite.LEASE_LOST;
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        ensureOpen();
        Instant now = clock.instant();
        return Optional.ofNullable(records.get(id))
                .filter(entry -> !entry.isExpired(now))
                .map(entry -> entry.seenAs(id, now));
    }

    @Override
    public int purge(int limit) {
        ensureOpen();
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; it must be at least 1");
        }
        return room.purge(clock.instant(), limit);
    }

    @Override
    public List<StoredRecord> browse(Query query) {
        ensureOpen();
        Instant now = clock.instant();
        return records.entrySet().stream()
                .filter(each -> !each.getValue().isExpired(now))
                .map(each -> each.getValue().seenAs(each.getKey(), now))
                .filter(query::matches)
                .sorted(Comparator.comparing(Position::of))
                .limit(query.limit())
                .toList();
    }

    @Override
    public Map<RecordState, Long> countByState() {
        ensureOpen();
        Instant now = clock.instant();
        Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
        records.forEach((id, entry) -> {
            if (!entry.isExpired(now)) {
                counts.merge(entry.stateAt(now), 1L, Long::sum);
            }
        });
        return counts;
    }

    /** Returns how many records are in memory, including those past their retention. */
    public int size() {
        return records.size();
    }

    /** Forgets all records. Calls after this fail. */
    @Override
    public void close() {
        closed = true;
        records.clear();
    }

    private void ensureOpen() {
        if (closed) {
            throw new StoreException("the memory store was closed; open a new one", null);
        }
    }

    /** Builds a {@link MemoryStore}. */
    public static final class Builder {
        private InstantSource clock = new SteadyClock();
        private int maxRecords = 1_000_000;
        private WhenFull whenFull = WhenFull.REFUSE;

        private Builder() {}

        /**
         * Sets the clock that decides about leases and retentions. By default it starts at the system's time when the
         * store is created and continues with the elapsed time of this process, so that setting the system's clock ends
         * no lease.
         */
        public Builder clock(InstantSource choice) {
            clock = Objects.requireNonNull(choice, "clock");
            return this;
        }

        /** Sets how many records to keep at most. Defaults to one million. */
        public Builder maxRecords(int choice) {
            maxRecords = choice;
            return this;
        }

        /** Sets what happens to a claim when the store is full. Defaults to {@link WhenFull#REFUSE}. */
        public Builder whenFull(WhenFull choice) {
            whenFull = Objects.requireNonNull(choice, "whenFull");
            return this;
        }

        /**
         * Builds the store.
         *
         * @throws IllegalArgumentException if {@code maxRecords} is less than 1
         */
        public MemoryStore build() {
            if (maxRecords < 1) {
                throw new IllegalArgumentException("maxRecords is " + maxRecords + "; it must be at least 1");
            }
            return new MemoryStore(this);
        }
    }
}
