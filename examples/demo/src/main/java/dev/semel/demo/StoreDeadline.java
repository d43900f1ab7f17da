package dev.semel.demo;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;

/** A deadline for the store that the starter opens. */
final class StoreDeadline implements InstantiationAwareBeanPostProcessor {
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
            running.over();
        }
        return bean;
    }
}
