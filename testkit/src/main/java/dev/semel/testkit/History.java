package dev.semel.testkit;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.store.ClaimResult;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a run, as far as it was seen: what the store applied, which work ran, who was answered with what. Any number of nodes
 * and threads may write into it; {@link HistoryChecker} judges it.
 *
 * <p>Put {@link #recording} right around the store, inside of what loses replies, so that what was applied is seen even if its caller never
 * learns of it.
 */
public final class History {

    /**
     * When something happened: the places of its beginning and its end in the order of all. One thing came before another for certain only
     * if it had ended when the other began.
     *
     * @param began the place of its beginning
     * @param ended the place of its end
     * @param from the time at its beginning
     * @param to the time at its end
     */
    public record Span(long began, long ended, Instant from, Instant to) {
        boolean isBefore(Span other) {
            return ended < other.began;
        }
    }

    /** One thing that happened to a record. */
    public sealed interface Entry {
        /** Which record. */
        RecordId id();

        /** When. */
        Span span();
    }

    /**
     * A claim failed, and may have been applied all the same.
     *
     * @param node who asked
     * @param id which record
     * @param nonce the one that asked
     * @param span when
     */
    public record ClaimFailed(String node, RecordId id, Nonce nonce, Span span) implements Entry {}

    /**
     * The store answered a claim.
     *
     * @param node who asked
     * @param result what it answered
     * @param asked the fingerprint that was asked for
     * @param nonce the one that asked
     * @param span when
     */
    public record ClaimAnswered(String node, ClaimResult result, Fingerprint asked, Nonce nonce, Span span)
            implements Entry {
        @Override
        public RecordId id() {
            return result.record().id();
        }

        StoredRecord record() {
            return result.record();
        }
    }

    /**
     * The store applied a renewal.
     *
     * @param node who asked
     * @param id which record
     * @param token whose
     * @param lease for how long
     * @param span when
     */
    public record Renewed(String node, RecordId id, Token token, Duration lease, Span span) implements Entry {}

    /**
     * The store applied or confirmed a settlement.
     *
     * @param node who asked
     * @param id which record
     * @param token whose
     * @param result what was to be stored
     * @param retention for how long
     * @param span when
     */
    public record Settled(String node, RecordId id, Token token, Result result, Duration retention, Span span)
            implements Entry {}

    /**
     * The store applied or confirmed a release.
     *
     * @param node who asked
     * @param id which record
     * @param token whose
     * @param as what
     * @param retention how long it is remembered; zero if it is forgotten
     * @param span when
     */
    public record Released(String node, RecordId id, Token token, ReleaseAs as, Duration retention, Span span)
            implements Entry {}

    /**
     * An attempt went on to its work, or asked a reconciler.
     *
     * @param id which record
     * @param since when the record's first attempt was claimed
     * @param attempt which one
     * @param span when
     */
    public record Started(RecordId id, Instant since, int attempt, Span span) implements Entry {}

    /**
     * The work took effect.
     *
     * @param id which record
     * @param since when the record's first attempt was claimed
     * @param attempt which one
     * @param fingerprint of the request
     * @param result the fingerprint of the bytes that it gave or is about to give
     * @param span when
     */
    public record Ran(RecordId id, Instant since, int attempt, Fingerprint fingerprint, Fingerprint result, Span span)
            implements Entry {}

    /**
     * A caller was answered with a value.
     *
     * @param id which record
     * @param since when the record's first attempt was claimed
     * @param fingerprint of its request
     * @param result the fingerprint of the bytes that it got
     * @param span when
     */
    public record Answered(RecordId id, Instant since, Fingerprint fingerprint, Fingerprint result, Span span)
            implements Entry {}

    /**
     * The work of an attempt has ended, and nobody knows whether it took effect.
     *
     * @param id which record
     * @param since when the record's first attempt was claimed
     * @param attempt which one
     * @param span when
     */
    public record LeftOpen(RecordId id, Instant since, int attempt, Span span) implements Entry {}

    /**
     * A reconciler has ruled out that the attempts before this one took effect.
     *
     * @param id which record
     * @param since when the record's first attempt was claimed
     * @param attempt which one asked
     * @param span when
     */
    public record RuledOut(RecordId id, Instant since, int attempt, Span span) implements Entry {}

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final AtomicLong places = new AtomicLong();
    private final InstantSource clock;

    /**
     * An empty history.
     *
     * @param clock the store's, or the nearest there is to it
     */
    public History(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A store that writes down what {@code target} applies.
     *
     * @param node who will use it, such as {@code "node-1"}
     */
    public Store recording(String node, Store target) {
        return new RecordingStore(node, target, this);
    }

    /** Writes down that an attempt goes on to its work now, or asks a reconciler. */
    public void started(Facts facts) {
        entries.add(new Started(id(facts), facts.since(), facts.attempt(), spanOf(begin())));
    }

    /** Writes down that a node has crashed: it will give nothing back. */
    public void crashed(String node) {
        gone.add(node);
    }

    boolean isGone(String node) {
        return gone.contains(node);
    }

    /** Writes down that the work of an attempt takes effect now, giving these bytes. */
    public void ran(Facts facts, Fingerprint fingerprint, byte[] result) {
        entries.add(new Ran(
                id(facts), facts.since(), facts.attempt(), fingerprint, Fingerprint.of(result), spanOf(begin())));
    }

    /** Writes down that a caller is answered with these bytes now. */
    public void answered(Facts facts, Fingerprint fingerprint, byte[] result) {
        entries.add(new Answered(id(facts), facts.since(), fingerprint, Fingerprint.of(result), spanOf(begin())));
    }

    /** Writes down that the work of an attempt ends now with an exception that leaves it open whether it took effect. */
    public void leftOpen(Facts facts) {
        entries.add(new LeftOpen(id(facts), facts.since(), facts.attempt(), spanOf(begin())));
    }

    /** Writes down that a reconciler tells an attempt now that none before it took effect. */
    public void ruledOut(Facts facts) {
        entries.add(new RuledOut(id(facts), facts.since(), facts.attempt(), spanOf(begin())));
    }

    /** All there is, in the order in which it ended. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    /** The beginning of something; to be closed by {@link #spanOf}. */
    Span begin() {
        long place = places.incrementAndGet();
        Instant now = clock.instant();
        return new Span(place, place, now, now);
    }

    Span spanOf(Span beginning) {
        return new Span(beginning.began(), places.incrementAndGet(), beginning.from(), clock.instant());
    }

    private static RecordId id(Facts facts) {
        return new RecordId(facts.operation(), facts.scope(), facts.key());
    }

    static @Nullable Result resultOf(ClaimAnswered entry) {
        return entry.result() instanceof ClaimResult.Settled ? entry.record().result() : null;
    }
}
