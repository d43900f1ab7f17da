package dev.semel.demo.start;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;

/** Sets a deadline for the store that the starter opens. */
public final class StoreDeadline implements InstantiationAwareBeanPostProcessor {
    private static final String STORE = "semelOpenStore";

    private @Nullable Deadline running;

    @Override
    public synchronized @Nullable Object postProcessBeforeInstantiation(Class<?> type, String name) {
        if (name.equals(STORE)) {
            running = Deadline.start();
        }
        return null;
    }

    @Override
    public synchronized Object postProcessAfterInitialization(Object bean, String name) {
        if (name.equals(STORE) && running != null) {
            running.met();
        }
        return bean;
    }
}
