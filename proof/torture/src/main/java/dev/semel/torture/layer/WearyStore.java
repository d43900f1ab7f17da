package dev.semel.torture.layer;

import dev.semel.store.RecordId;
import dev.semel.store.Store;
import java.util.function.Supplier;

/** A store of which some calls are made with hardly any stack left. The engine and the work above it have enough. */
public final class WearyStore extends StoreLayer {
    private final LittleStack stack;

    public WearyStore(Store target, LittleStack stack) {
        super(target);
        this.stack = stack;
    }

    @Override
    protected <R> R send(RecordId id, Supplier<R> call) {
        return stack.call(call);
    }
}
