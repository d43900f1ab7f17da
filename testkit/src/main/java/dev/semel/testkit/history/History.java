package dev.semel.testkit.history;

import dev.semel.Facts;
import dev.semel.Fingerprint;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The observed events of a run: the requests to the store and its answers, the work that ran, and the results that callers got. Any number
 * of nodes and threads may record events. A {@link dev.semel.testkit.history.rules.HistoryChecker} judges the history.
 *
 * <p>Wrap the store itself in {@link #recording}, below anything that loses replies. Then the history shows what was applied even if its
 * caller never learns it.
 */
public final class History {
    private final Queue<HistoryEvent> events = new ConcurrentLinkedQueue<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final AtomicLong last = new AtomicLong();
    private final InstantSource clock;

    /**
     * Creates an empty history.
     *
     * @param clock the store's clock, or the closest one available
     */
    public History(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns a store that records the requests to {@code target} and its answers.
     *
     * @param node the node that uses the store, such as {@code "node-1"}
     */
    public Store recording(String node, Store target) {
        return new RecordingStore(target, recorder(node)) {
            @Override
            protected @Nullable String effectOf(Result result) {
                return result.kind() == Result.Kind.VALUE ? hash(result) : null;
            }
        };
    }

    private Recorder recorder(String node) {
        return new Recorder() {
            @Override
            public void write(Kind kind, String id, @Nullable Object... namesAndValues) {
                events.add(HistoryEvent.of(HistoryEvent.line(kind, now(), node, id, namesAndValues)));
            }

            @Override
            public long now() {
                return History.this.now();
            }
        };
    }

    /** Records that an attempt begins its work, or asks a reconciler. */
    public void started(Facts facts) {
        add(Kind.STARTED, id(facts), "s", facts.since(), "a", facts.attempt());
    }

    /** Records that a node has crashed, so that it releases nothing any more. */
    public void crashed(String node) {
        gone.add(node);
    }

    /** Returns whether a node has crashed. */
    public boolean isGone(String node) {
        return gone.contains(node);
    }

    /** Records that the work of an attempt takes effect and produces these bytes. */
    public void ran(Facts facts, Fingerprint fingerprint, byte[] result) {
        String effect = RecordingStore.hashOf(result);
        add(Kind.EFFECT, id(facts), "s", facts.since(), "a", facts.attempt(), "q", fingerprint, "u", effect);
    }

    /** Records that a caller gets these bytes. When its call began is unknown. */
    public void answered(Facts facts, Fingerprint fingerprint, byte[] result) {
        String hash = RecordingStore.hashOf(result);
        add(Kind.ANSWER, id(facts), "b", 0, "s", facts.since(), "q", fingerprint, "o", "Given", "h", hash, "u", hash);
    }

    /** Records that the work of an attempt ends with an exception after which its effect is unknown. */
    public void leftOpen(Facts facts) {
        add(Kind.LEFT_OPEN, id(facts), "s", facts.since(), "a", facts.attempt());
    }

    /** Records that a reconciler reports to an attempt that no earlier one took effect. */
    public void ruledOut(Facts facts) {
        add(Kind.VERDICT, id(facts), "s", facts.since(), "a", facts.attempt(), "o", "DidNotHappen");
    }

    /** Returns all events, in the order in which they were recorded. */
    public List<HistoryEvent> events() {
        return List.copyOf(events);
    }

    private void add(Kind kind, String id, @Nullable Object... namesAndValues) {
        events.add(HistoryEvent.of(HistoryEvent.line(kind, now(), null, id, namesAndValues)));
    }

    /** Returns the clock's time, or the next nanosecond if a virtual clock stands still: times are unique and grow. */
    private long now() {
        Instant now = clock.instant();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        return last.updateAndGet(before -> Math.max(before + 1, nanos));
    }

    private static String id(Facts facts) {
        return RecordingStore.nameOf(new RecordId(facts.operation(), facts.scope(), facts.key()));
    }
}
