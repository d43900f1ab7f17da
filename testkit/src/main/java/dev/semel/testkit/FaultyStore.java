package dev.semel.testkit;

import dev.semel.StoreException;
import dev.semel.store.Store;
import java.time.Duration;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store that injects faults before or after a call is applied: at chosen calls, or at random from a seed. It also counts the calls. Safe
 * for use by multiple threads.
 */
public final class FaultyStore extends DelegatingStore {

    /** Chooses the fault of each call. */
    @FunctionalInterface
    public interface Plan {
        /** Returns the fault to inject into this call, or {@link Fault#none()}. */
        Fault next(StoreCall call);

        /**
         * Returns a plan that loses requests and replies at random.
         *
         * @param seed determines which calls are lost; a test prints it, so that its run can be repeated
         * @param share the share of calls that are lost, from 0 to 1; half of them before they are applied, half after
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
     * @param target the store that applies the calls
     * @param plan chooses the fault of each call for which {@link #next} has queued none
     * @param delay lets time pass for a fault that delays a call
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

    /** Wraps a store without a plan: only the faults that {@link #next} queues are injected. Delays sleep. */
    public static FaultyStore on(Store target) {
        return new FaultyStore(target, call -> Fault.none(), FaultyStore::sleep);
    }

    /** Queues faults for the next calls of this kind, one for each call, in this order. Returns this store. */
    public FaultyStore next(StoreCall call, Fault... faults) {
        queue(call).addAll(List.of(faults));
        return this;
    }

    /** Returns how many calls of this kind were made, with and without a fault. */
    public int count(StoreCall call) {
        return counter(call).get();
    }

    /** Returns how many calls were made in total, with and without a fault. */
    public int calls() {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    @Override
    protected <R> R call(StoreCall call, Supplier<R> send) {
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
        R answer = super.call(call, send);
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
