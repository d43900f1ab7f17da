package dev.semel.boot.overview;

import dev.semel.Semel;
import dev.semel.boot.OperationPolicies;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.policy.Policy;
import dev.semel.spring.IdempotentMethods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * What is guarded, and how. Only beans that exist already are asked, so that nothing is created for an overview where
 * beans are lazy.
 */
public final class Overview {
    private final ConfigurableListableBeanFactory beans;
    private final OperationPolicies policies;

    /**
     * Something that is guarded.
     *
     * @param name a route, such as {@code POST /payments}, or a method, such as {@code Payments.pay}
     * @param operation the name of its operation
     * @param isTransactional whether its result is recorded in a transaction; otherwise under a lease
     */
    public record Guarded(String name, String operation, boolean isTransactional) {

        /** Returns {@code transaction} or {@code lease}. */
        public String mode() {
            return isTransactional ? "transaction" : "lease";
        }
    }

    Overview(ConfigurableListableBeanFactory beans, OperationPolicies policies) {
        this.beans = beans;
        this.policies = policies;
    }

    /** Returns the description of the stores, without secrets. */
    public List<String> stores() {
        return existing(Semel.class).stream()
                .map(semel -> describe(semel.store()))
                .distinct()
                .toList();
    }

    /** Returns the description of a store, which has no secrets. */
    public static String describe(Object store) {
        String text = store.toString();
        boolean isDescribed = text.startsWith(store.getClass().getSimpleName());
        return isDescribed ? text : store.getClass().getSimpleName();
    }

    /** Returns the routes, in their order. */
    public List<Guarded> routes() {
        return existing(HttpGuard.class).stream()
                .flatMap(guard -> guard.routes().stream())
                .map(route -> new Guarded(
                        String.join(", ", new TreeSet<>(route.methods())) + " " + route.path(),
                        route.operation(),
                        route.sessions() != null))
                .toList();
    }

    /** Returns the methods that are guarded by now, by operation. */
    public List<Guarded> methods() {
        return existing(IdempotentMethods.class).stream()
                .flatMap(all -> all.all().stream())
                .map(each -> new Guarded(each.method(), each.operation(), each.transactional()))
                .toList();
    }

    /** Returns the complete policies of all operations that were built, by name. */
    public Map<String, Map<String, String>> operations() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        existing(Semel.class)
                .forEach(semel -> semel.operations().forEach((name, each) -> put(all, name, each.policy())));
        existing(HttpGuard.class).stream()
                .flatMap(guard -> guard.routes().stream())
                .forEach(route -> put(all, route));
        return all;
    }

    private static void put(Map<String, Map<String, String>> all, String name, Policy policy) {
        all.put(name, PolicyTexts.of(policy));
    }

    private static void put(Map<String, Map<String, String>> all, Route route) {
        put(all, route.operation(), route.policy());
        Map<String, String> texts = all.getOrDefault(route.operation(), Map.of());
        texts.remove("after-failure"); // a route decides by its answers
        if (route.sessions() != null) {
            texts.remove("lease");
        }
    }

    /** Returns the operations under {@code semel.operations} that were not built by now, and may be misspelt. */
    public Set<String> unused() {
        return policies.all().keySet().stream()
                .filter(name -> !operations().containsKey(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the schedule of the purge and its last run; empty if there is none. */
    public Map<String, Object> purge() {
        Map<String, Object> all = new LinkedHashMap<>();
        existing(Purging.class).forEach(purging -> all.putAll(purging.describe()));
        return all;
    }

    /** Returns the beans of a type that exist. */
    private <B> List<B> existing(Class<B> type) {
        List<B> found = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(type, true, false)) {
            Object bean = beans.getSingleton(name);
            if (type.isInstance(bean)) {
                found.add(type.cast(bean));
            }
        }
        return found;
    }
}
