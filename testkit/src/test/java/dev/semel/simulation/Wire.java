package dev.semel.simulation;

import dev.semel.StoreException;
import dev.semel.store.Store;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The connection from a node to the store. Requests and replies take time, and the node may be paused or crash while either is in flight. A
 * claim may be delayed for so long that its sender gives up; the store applies it nevertheless.
 */
final class Wire extends DelegatingStore {
    private final Node node;
    private final Supplier<Duration> oneWay;
    private final Predicate<Runnable> late;

    /**
     * Connects a node to a store.
     *
     * @param late takes over a claim and delivers it later, or returns false; the sender of a claim that is late gets an error now
     */
    Wire(Node node, Supplier<Duration> oneWay, Predicate<Runnable> late, Store store) {
        super(store);
        this.node = node;
        this.oneWay = oneWay;
        this.late = late;
    }

    @Override
    protected <R> R call(StoreCall call, Supplier<R> send) {
        if (call == StoreCall.PURGE) {
            return send.get();
        } else if (call == StoreCall.CLAIM && late.test(send::get)) {
            throw new StoreException("injected: no answer, and the claim is in flight", null);
        }
        node.sleep(oneWay.get());
        R answer = send.get();
        node.sleep(oneWay.get());
        return answer;
    }
}
