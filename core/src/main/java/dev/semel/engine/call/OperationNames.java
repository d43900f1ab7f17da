package dev.semel.engine.call;

import dev.semel.InvalidSettingsException;
import dev.semel.Semel;
import dev.semel.input.Problems;
import dev.semel.policy.OperationSettings;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks that the operations of one {@link Semel} that have the same name agree on abandoned records. They share
 * records, so an operation that would run what another one holds back is refused when it is built.
 */
final class OperationNames {
    private final ConcurrentHashMap<String, OperationSettings<?>> byName = new ConcurrentHashMap<>();

    void register(OperationSettings<?> settings) {
        OperationSettings<?> first = byName.putIfAbsent(settings.name(), settings);
        String now = choice(settings);
        String before = first == null ? null : choice(first);
        Problems problems = new Problems();
        problems.check(
                before == null || before.equals(now),
                "it was built before with " + before + " after abandonment and is now built with " + now
                        + ", and both would share their records; build it once and share it, or choose another name");
        problems.throwIfAny("the operation " + settings.name(), InvalidSettingsException::new);
    }

    private static String choice(OperationSettings<?> settings) {
        return settings.afterAbandonment().getClass().getSimpleName();
    }

    /** Returns the settings of all operations, by name. Of several with the same name, the first one. */
    SortedMap<String, OperationSettings<?>> all() {
        return new TreeMap<>(byName);
    }
}
