package dev.semel.boot;

import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * The policies under {@code semel.operations.<name>}. Names have dots: {@code
 * semel.operations.payments.create.retention=25h} sets the retention of the operation {@code payments.create}, since
 * the last part is a setting of {@link Policy} and the rest is the name. {@code
 * semel.operations[payments.create].retention} is the same. Immutable.
 */
public final class OperationPolicies {
    private static final String PREFIX = "semel.operations";

    private final Map<String, Policy> byName;

    private OperationPolicies(Map<String, Policy> byName) {
        this.byName = byName;
    }

    /**
     * Reads the policies.
     *
     * @param settings {@link SemelProperties#operations()}
     * @throws WrongSettingException with all settings that are unknown or invalid
     */
    public static OperationPolicies of(Map<String, String> settings) {
        PolicyReader reader = new PolicyReader();
        // In reverse order, so that wait-up-to is applied after while-running=wait(5s) and overrides it.
        Map<String, String> ordered = new TreeMap<>(Comparator.reverseOrder());
        ordered.putAll(settings);
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

    /** Returns the policy of an operation, or {@link Policy#DEFAULT} if none is set. */
    public Policy of(String operation) {
        return byName.getOrDefault(operation, Policy.DEFAULT);
    }

    /**
     * Returns the policy of a route: its own settings over those of its operation. The route alone decides whether a
     * key is required.
     *
     * @param operation the name of the route's operation
     * @param index the position in {@code semel.http.routes}, for messages
     * @throws WrongSettingException with all settings of the route that are invalid
     */
    public Policy of(RouteProperties settings, String operation, int index) {
        PolicyReader reader = new PolicyReader();
        String prefix = "semel.http.routes[" + index + "]";
        Policy policy = Policy.DEFAULT;
        policy = reader.with(policy, prefix, "retention", settings.retention());
        policy = reader.with(policy, prefix, "lease", settings.lease());
        policy = reader.with(policy, prefix, "while-running", settings.whileRunning());
        policy = reader.with(policy, prefix, "wait-up-to", settings.waitUpTo());
        policy = reader.with(policy, prefix, "after-abandonment", settings.afterAbandonment());
        reader.throwIfAny();
        if (settings.failOpen() != null) {
            policy = policy.withoutStore(settings.failOpen() ? Policies.runUnprotected() : Policies.refuse());
        }
        // Always set, so that the policy of the operation cannot make the key of a route optional.
        return policy.withoutKey(
                        Boolean.FALSE.equals(settings.keyRequired()) ? Policies.runUnprotected() : Policies.refuse())
                .over(of(operation));
    }

    /** Returns all policies that are set, by the names of their operations. */
    public Map<String, Policy> all() {
        return Map.copyOf(byName);
    }
}
