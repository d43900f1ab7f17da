package dev.semel.demo;

import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;

/** Ends a start that waits for a store that never answers. Drivers have their own ideas of how long to try. */
final class Deadline implements InstantiationAwareBeanPostProcessor {
    private static final long MOST_MILLIS = 9_000;
    private static final Set<String> WATCHED = Set.of("dataSource", "semelOpenStore");

    private final ConcurrentHashMap<String, Timer> running = new ConcurrentHashMap<>();

    @Override
    public @Nullable Object postProcessBeforeInstantiation(Class<?> type, String name) {
        if (WATCHED.contains(name)) {
            Timer timer = new Timer("deadline of " + name, true);
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            System.err.println(Sentence.unreachable("it does not answer"));
                            Runtime.getRuntime().halt(2);
                        }
                    },
                    MOST_MILLIS);
            running.put(name, timer);
        }
        return null;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        Timer timer = running.remove(name);
        if (timer != null) {
            timer.cancel();
        }
        return bean;
    }
}
