package dev.semel.boot;

import dev.semel.Policy;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The policies under {@code semel.operations.<name>}. A name has dots, so {@code semel.operations.payments.create.retention=25h} is about the
 * operation {@code payments.create}: the last part is a setting of {@link Policy}, and what comes before it is the name. {@code
 * semel.operations[payments.create].retention} means the same. Immutable.
 */
public final class OperationPolicies {
    private static final String PREFIX = "semel.operations";

    private final Map<String, Policy> byName;

    private OperationPolicies(Map<String, Policy> byName) {
        this.byName = byName;
    }

    /**
     * What an environment says.
     *
     * @throws WrongSettingException with all settings that are not known or wrong
     */
    static OperationPolicies of(Environment environment) {
        Map<String, String> flat = Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
        PolicyReader reader = new PolicyReader();
        // In reverse, so that wait-up-to comes after while-running=wait(5s), and counts.
        Map<String, String> ordered = new TreeMap<>(Comparator.reverseOrder());
        ordered.putAll(flat);
        Map<String, Policy> read = new TreeMap<>();
        ordered.forEach((path, value) -> {
            int dot = path.lastIndexOf('.');
            String setting = path.substring(dot + 1);
            if (dot < 1 || !Policy.isSetting(setting)) {
                reader.unknown(PREFIX + "." + path);
                return;
            }
            String name = path.substring(0, dot);
            Policy before = read.getOrDefault(name, Policy.DEFAULT);
            read.put(name, reader.with(before, PREFIX + "." + name, setting, value));
        });
        reader.throwIfAny();
        return new OperationPolicies(read);
    }

    /** The policy of an operation; one with nothing set if there is none. */
    public Policy of(String operation) {
        return byName.getOrDefault(operation, Policy.DEFAULT);
    }

    /** All that are set, by the names of the operations. */
    public Map<String, Policy> all() {
        return Map.copyOf(byName);
    }
}
