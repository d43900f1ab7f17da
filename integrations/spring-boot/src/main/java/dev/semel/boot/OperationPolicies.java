package dev.semel.boot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * The settings under {@code semel.operations.<name>}. A name has dots, so {@code semel.operations.payments.create.retention=25h} is about the
 * operation {@code payments.create}: the last part is the setting, and what comes before it is the name. {@code
 * semel.operations[payments.create].retention} means the same. Immutable.
 */
public final class OperationPolicies {
    private static final String PREFIX = "semel.operations";

    private final Map<String, OperationProperties> byName;

    private OperationPolicies(Map<String, OperationProperties> byName) {
        this.byName = byName;
    }

    /**
     * What an environment says.
     *
     * @throws WrongSettingException if a setting is not known
     */
    static OperationPolicies of(Environment environment) {
        Map<String, String> flat = Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
        Map<String, Map<String, Object>> grouped = new TreeMap<>();
        flat.forEach((path, value) -> {
            int dot = path.lastIndexOf('.');
            if (dot < 1) {
                throw unknown(path);
            }
            grouped.computeIfAbsent(path.substring(0, dot), name -> new LinkedHashMap<>())
                    .put(path.substring(dot + 1), value);
        });
        Map<String, OperationProperties> bound = new TreeMap<>();
        grouped.forEach((name, settings) -> bound.put(name, bind(name, settings)));
        return new OperationPolicies(bound);
    }

    private static OperationProperties bind(String name, Map<String, Object> settings) {
        settings.keySet().stream()
                .filter(setting -> !OperationProperties.isKnown(setting))
                .findFirst()
                .ifPresent(setting -> {
                    throw unknown(name + "." + setting);
                });
        Map<String, Object> source = new LinkedHashMap<>();
        settings.forEach((setting, value) -> source.put("operation." + setting, value));
        return new Binder(new MapConfigurationPropertySource(source))
                .bindOrCreate("operation", OperationProperties.class);
    }

    private static WrongSettingException unknown(String path) {
        return new WrongSettingException(
                PREFIX + "." + path + " is not a setting of an operation",
                "Use one of " + PREFIX + ".<name>." + OperationProperties.names() + ".");
    }

    /** The policy of an operation; one with nothing set if there is none. */
    public OperationProperties of(String operation) {
        return byName.getOrDefault(operation, OperationProperties.NONE);
    }

    /** All that are set, by the names of the operations. */
    public Map<String, OperationProperties> all() {
        return Map.copyOf(byName);
    }
}
