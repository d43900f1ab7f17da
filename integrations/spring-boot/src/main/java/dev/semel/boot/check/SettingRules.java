package dev.semel.boot.check;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.InvalidSettingsException;
import dev.semel.boot.OperationPolicies;
import dev.semel.boot.QuotaProperties;
import dev.semel.boot.Quotas;
import dev.semel.boot.RouteProperties;
import dev.semel.boot.SemelProperties;
import dev.semel.boot.StoreAddress;
import dev.semel.boot.WrongSettingException;
import dev.semel.boot.route.DialogueDraft;
import dev.semel.boot.route.RouteDraft;
import dev.semel.counter.Counters;
import dev.semel.counter.memory.MemoryCounterStore;
import dev.semel.http.Dialogue;
import dev.semel.policy.OperationSettings;
import dev.semel.policy.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for values of settings that can be checked before anything is built. What depends on beans of the
 * application is checked when the beans are created.
 *
 * @param problems receives what is wrong
 */
record SettingRules(SemelProperties settings, List<String> problems) {

    void check() {
        checkStore();
        OperationPolicies policies = policies();
        settings.quotas().forEach(this::checkQuota);
        List<RouteProperties> routes = settings.http().routes();
        for (int i = 0; i < routes.size(); i++) {
            checkRoute(routes.get(i), i, policies);
        }
        checkHttp(settings.http());
        checkPurge(settings.purge());
        notNegative("semel.metrics.records-every", settings.metrics().recordsEvery());
    }

    private void checkStore() {
        String address = settings.store();
        if (address != null && !address.isBlank()) {
            try {
                var unused = StoreAddress.of(address);
            } catch (IllegalArgumentException e) {
                problems.add("semel.store is not the address of a store: " + e.getMessage());
            }
        }
        atLeast("semel.pool-size", settings.poolSize(), 1);
        Integer reserved = settings.reservedConnections();
        if (reserved != null) {
            atLeast("semel.reserved-connections", reserved, 0);
        }
        atLeast("semel.near-cache", settings.nearCache(), 0);
        Duration timeout = settings.storeTimeout();
        if (timeout.isNegative() || timeout.compareTo(Duration.ofHours(1)) > 0) {
            problems.add("semel.store-timeout is " + timeout + "; must be between 0s and 1h");
        }
    }

    private OperationPolicies policies() {
        try {
            return OperationPolicies.of(settings.operations());
        } catch (WrongSettingException e) {
            problems.addAll(e.problems());
            return OperationPolicies.of(Map.of());
        }
    }

    private void checkQuota(String name, QuotaProperties quota) {
        try {
            Counters counters = Counters.on(new MemoryCounterStore());
            var unused = new Quotas(Map.of(name, quota), () -> counters, (each, operation, decision) -> {});
        } catch (WrongSettingException e) {
            problems.addAll(e.problems());
        }
    }

    private void checkRoute(RouteProperties route, int index, OperationPolicies policies) {
        String path = required(route.path(), index, "path", "/payments");
        String operation = required(route.operation(), index, "operation", "payments.create");
        checkName(operation, index);
        Policy policy = Policy.DEFAULT;
        try {
            policy = policies.of(route, operation, index);
        } catch (WrongSettingException e) {
            problems.addAll(e.problems());
        }
        try {
            RouteDraft.of(
                            path,
                            operation,
                            policy,
                            route,
                            // its own problems are reported once
                            new RouteDraft.OfAll(settings.http().profile(), Dialogue.DEFAULT))
                    .build()
                    .problems()
                    .forEach((setting, problem) -> problems.add(RouteDraft.name(index, setting) + ": " + problem));
        } catch (IllegalArgumentException e) {
            problems.add(RouteDraft.name(index, "key-in-body") + ": " + e.getMessage());
        }
    }

    /** Returns the value, or an example if it is not set. */
    private String required(@Nullable String value, int index, String setting, String example) {
        if (value == null || value.isBlank()) {
            problems.add(RouteDraft.name(index, setting) + " is not set; set it, such as " + example);
            return example;
        }
        return value;
    }

    private void checkName(String operation, int index) {
        try {
            var unused = new OperationSettings<>(
                    new OperationSettings.Identity<>(operation, Codec.text(), Fingerprinter.byValue()),
                    Policy.DEFAULT,
                    new OperationSettings.Chosen<>(null, null),
                    List.of());
        } catch (InvalidSettingsException e) {
            e.problems().forEach(problem -> problems.add(RouteDraft.name(index, "operation") + ": " + problem));
        }
    }

    private void checkHttp(SemelProperties.Http http) {
        String path = http.statusPath();
        if (!path.startsWith("/") || path.endsWith("/")) {
            problems.add("semel.http.status-path is \"" + path + "\"; must start with a slash and not end with one");
        }
        atLeast("semel.http.max-waiting-threads", http.maxWaitingThreads(), 0);
        atLeast("semel.http.max-waiting-for-status", http.maxWaitingForStatus(), 0);
        Duration wait = http.statusWait();
        if (wait.isNegative() || wait.compareTo(Duration.ofMinutes(10)) > 0) {
            problems.add("semel.http.status-wait is " + wait + "; must be between 0s and 10m");
        }
        DialogueDraft.of(http.dialogue())
                .problems()
                .forEach((setting, problem) -> problems.add("semel.http.dialogue." + setting + ": " + problem));
    }

    private void checkPurge(SemelProperties.Purge purge) {
        positive("semel.purge.every", purge.every());
        positive("semel.purge.at-most", purge.atMost());
        positive("semel.purge.pause", purge.pause());
        if (purge.batch() < 1 || purge.batch() > 10_000) {
            problems.add("semel.purge.batch is " + purge.batch() + "; must be between 1 and 10000");
        }
        if ((purge.notFrom() == null) != (purge.notTo() == null)) {
            problems.add("semel.purge has only one of not-from and not-to; set both or neither");
        }
    }

    private void atLeast(String name, int value, int least) {
        if (value < least) {
            problems.add(name + " is " + value + "; must be " + least + " or more");
        }
    }

    private void positive(String name, Duration value) {
        if (value.toMillis() < 1) {
            problems.add(name + " is " + value + "; must be at least 1ms");
        }
    }

    private void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            problems.add(name + " is " + value + "; must be 0s or more");
        }
    }
}
