package dev.semel.servers.momento;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** What happens to the next requests, and the requests that arrive late. */
final class WireFaults {
    private final Queue<WireFault> planned = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> late = new ConcurrentLinkedQueue<>();
    private volatile Supplier<WireFault> otherwise = () -> WireFault.NONE;

    void plan(WireFault... faults) {
        planned.addAll(List.of(faults));
    }

    void always(Supplier<WireFault> plan) {
        otherwise = plan;
    }

    WireFault next() {
        WireFault next = planned.poll();
        return next == null ? otherwise.get() : next;
    }

    void keep(Runnable request) {
        late.add(request);
    }

    int deliverLate() {
        int delivered = 0;
        for (Runnable next = late.poll(); next != null; next = late.poll()) {
            next.run();
            delivered++;
        }
        return delivered;
    }
}
