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
 * What happened in a run, as far as it was seen: what the store was asked and answered, which work ran, who was answered with what. Any number
 * of nodes and threads may write into it; {@link HistoryChecker} judges it.
 *
 * <p>Put {@link #recording} right around the store, inside of what loses replies, so that what was applied is seen even if its caller never
 * learns of it.
 */
public final class History {
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final AtomicLong last = new AtomicLong();
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
     * A store that writes down what {@code target} is asked and answers.
     *
     * @param node who will use it, such as {@code "node-1"}
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
                events.add(Event.of(Event.line(kind, now(), node, id, namesAndValues)));
            }

            @Override
            public long now() {
                return History.this.now();
            }
        };
    }

    /** Writes down that an attempt goes on to its work now, or asks a reconciler. */
    public void started(Facts facts) {
        add(Kind.STARTED, id(facts), "s", facts.since(), "a", facts.attempt());
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
        String effect = RecordingStore.hashOf(result);
        add(Kind.EFFECT, id(facts), "s", facts.since(), "a", facts.attempt(), "q", fingerprint, "u", effect);
    }

    /** Writes down that a caller is answered with these bytes now; nobody knows since when it has asked. */
    public void answered(Facts facts, Fingerprint fingerprint, byte[] result) {
        String hash = RecordingStore.hashOf(result);
        add(Kind.ANSWER, id(facts), "b", 0, "s", facts.since(), "q", fingerprint, "o", "Given", "h", hash, "u", hash);
    }

    /** Writes down that the work of an attempt ends now with an exception that leaves it open whether it took effect. */
    public void leftOpen(Facts facts) {
        add(Kind.LEFT_OPEN, id(facts), "s", facts.since(), "a", facts.attempt());
    }

    /** Writes down that a reconciler tells an attempt now that none before it took effect. */
    public void ruledOut(Facts facts) {
        add(Kind.VERDICT, id(facts), "s", facts.since(), "a", facts.attempt(), "o", "DidNotHappen");
    }

    /** All there is, in the order in which it became known. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    private void add(Kind kind, String id, @Nullable Object... namesAndValues) {
        events.add(Event.of(Event.line(kind, now(), null, id, namesAndValues)));
    }

    /** The clock's time, later than any that was given out: a virtual clock may stand still. */
    private long now() {
        Instant now = clock.instant();
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        return last.updateAndGet(before -> Math.max(before + 1, nanos));
    }

    private static String id(Facts facts) {
        return RecordingStore.nameOf(new RecordId(facts.operation(), facts.scope(), facts.key()));
    }
}
