package dev.semel.testkit;

import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoreException;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store whose calls go wrong, before or after they are applied: at chosen points, or at random from a seed. It also counts the calls.
 * Safe for use by many threads.
 */
public final class FaultyStore extends DelegatingStore {

    /** Says what goes wrong with a call. */
    @FunctionalInterface
    public interface Plan {
        /** What goes wrong with this call. */
        Fault next(StoreCall call);

        /**
         * Loses requests and replies at random.
         *
         * @param seed printed by whoever runs the test, so that it can be run again
         * @param share of the calls that are lost, from 0 to 1; half of them before they are applied, half after
         */
        static Plan random(long seed, double share) {
            Random random = new Random(seed);
            return call -> {
                synchronized (random) {
                    if (random.nextDouble() >= share) {
                        return Fault.none();
                    }
                    return random.nextBoolean() ? Fault.lostRequest() : Fault.lostReply();
                }
            };
        }
    }

    private final Map<StoreCall, AtomicInteger> counts = new EnumMap<>(StoreCall.class);
    private final Map<StoreCall, Deque<Fault>> chosen = new EnumMap<>(StoreCall.class);
    private final Plan plan;
    private final Consumer<Duration> delay;

    /**
     * Wraps a store.
     *
     * @param plan what goes wrong with calls that {@link #next} has chosen nothing for
     * @param delay how to let time pass for a delay
     */
    public FaultyStore(Store target, Plan plan, Consumer<Duration> delay) {
        super(target);
        this.plan = plan;
        this.delay = delay;
        for (StoreCall call : StoreCall.values()) {
            counts.put(call, new AtomicInteger());
            chosen.put(call, new ConcurrentLinkedDeque<>());
        }
    }

    /** Wraps a store; nothing goes wrong until {@link #next} says so, and delays sleep. */
    public static FaultyStore on(Store target) {
        return new FaultyStore(target, call -> Fault.none(), FaultyStore::sleep);
    }

    /** The next calls of this kind go wrong like this, in this order. */
    public FaultyStore next(StoreCall call, Fault... faults) {
        queue(call).addAll(List.of(faults));
        return this;
    }

    /** How often a call was made, whether or not it went wrong. */
    public int count(StoreCall call) {
        return counter(call).get();
    }

    /** How often the store was called in all. */
    public int calls() {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
        return call(StoreCall.CLAIM, () -> super.claim(request));
    }

    @Override
    public OwnerWrite renew(RecordId id, Token token, LeaseTerms terms) {
        return call(StoreCall.RENEW, () -> super.renew(id, token, terms));
    }

    @Override
    public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
        return call(StoreCall.SETTLE, () -> super.settle(id, token, result, retention));
    }

    @Override
    public OwnerWrite release(RecordId id, Token token, ReleaseAs as, Duration retention) {
        return call(StoreCall.RELEASE, () -> super.release(id, token, as, retention));
    }

    @Override
    public Optional<StoredRecord> find(RecordId id) {
        return call(StoreCall.FIND, () -> super.find(id));
    }

    @Override
    public int purge(int limit) {
        return call(StoreCall.PURGE, () -> super.purge(limit));
    }

    private <R> R call(StoreCall call, Supplier<R> target) {
        counter(call).incrementAndGet();
        Fault fault = queue(call).poll();
        fault = fault == null ? plan.next(call) : fault;
        if (fault instanceof Fault.LostRequest) {
            throw new StoreException("injected: the request of " + call + " was lost", null);
        } else if (fault instanceof Fault.Throwing throwing) {
            throw throwing.thrown();
        } else if (fault instanceof Fault.DelayBefore before) {
            delay.accept(before.by());
        }
        R answer = target.get();
        if (fault instanceof Fault.LostReply) {
            throw new StoreException("injected: the reply of " + call + " was lost", null);
        } else if (fault instanceof Fault.DelayAfter after) {
            delay.accept(after.by());
        }
        return answer;
    }

    private AtomicInteger counter(StoreCall call) {
        return Objects.requireNonNull(counts.get(call));
    }

    private Deque<Fault> queue(StoreCall call) {
        return Objects.requireNonNull(chosen.get(call));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
