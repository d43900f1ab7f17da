package dev.semel.policy;

import dev.semel.input.Problems;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A setting of a {@link Policy}: its name, and the text form of its values. The order is that of a policy's text. */
enum PolicySetting {
    RETENTION(new PolicyForm.OfDuration(OperationSettings.MIN_RETENTION, Retention.MAX)),
    LEASE(new PolicyForm.OfDuration(OperationSettings.MIN_LEASE, OperationSettings.MAX_LEASE)),
    WHILE_RUNNING(new PolicyForm.OfWord(
            "refuse, wait, wait(5s) or accepted",
            Map.of(
                    "refuse", Policies.refuse(),
                    "wait", waiting(),
                    "accept", Policies.accept(),
                    "accepted", Policies.accept()))),
    WAIT_UP_TO(new PolicyForm.OfDuration(Duration.ofMillis(1), Duration.ofDays(1))),
    AFTER_FAILURE(new PolicyForm.OfRules()),
    AFTER_ABANDONMENT(new PolicyForm.OfWord(
            "run-again, hold or reconcile",
            Map.of("run-again", Policies.runAgain(), "hold", Policies.hold(), "reconcile", Policies.reconcile()))),
    WITHOUT_KEY(refusedOrUnprotected()),
    WITHOUT_STORE(refusedOrUnprotected());

    @SuppressWarnings("ImmutableEnumChecker") // forms are records of values
    private final PolicyForm form;

    PolicySetting(PolicyForm form) {
        this.form = form;
    }

    private static PolicyForm refusedOrUnprotected() {
        return new PolicyForm.OfWord(
                "refuse or run-unprotected",
                Map.of("refuse", Policies.refuse(), "run-unprotected", Policies.runUnprotected()));
    }

    /** Returns the marker for waiting; its limit is a separate setting. */
    static WhileRunning waiting() {
        return Policies.waitUpTo(Duration.ZERO);
    }

    /** Finds a setting by its name, in any case and with any separators. */
    static @Nullable PolicySetting find(String name) {
        String plain = plain(name);
        return Arrays.stream(values())
                .filter(setting -> plain(setting.name()).equals(plain))
                .findFirst()
                .orElse(null);
    }

    static @Nullable PolicySetting named(String name, Problems problems) {
        PolicySetting found = find(name);
        problems.check(
                found != null,
                name.strip() + " is not a setting of a policy; use one of " + String.join(", ", names()));
        return found;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(PolicySetting::toString).toList();
    }

    /** Returns only the letters and digits, so that run-again, runAgain and RUN_AGAIN are the same. */
    static String plain(String word) {
        return word.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the settings that a choice consists of: a wait has two. */
    static Map<PolicySetting, Object> of(WhileRunning choice) {
        return choice instanceof Policies.WaitUpTo wait
                ? Map.of(WHILE_RUNNING, waiting(), WAIT_UP_TO, wait.limit())
                : Map.of(WHILE_RUNNING, choice);
    }

    /** Returns the settings that a text consists of, and adds problems with the text. */
    Map<PolicySetting, Object> read(String text, Problems problems) {
        PolicyForm.Call call = PolicyForm.Call.of(text);
        if (this == WHILE_RUNNING && plain(call.word()).equals("wait") && call.argument() != null) {
            return readWait(call.argument(), problems);
        }
        Object value = form.parse(toString(), text, problems);
        if (value == null) {
            return Map.of();
        }
        check(value, problems);
        return Map.of(this, value);
    }

    /** Reads a wait. A wait of zero means to refuse. */
    private Map<PolicySetting, Object> readWait(String text, Problems problems) {
        Duration limit = (Duration) WAIT_UP_TO.form.parse(this + "=wait", text, problems);
        if (limit == null) {
            return Map.of();
        } else if (limit.isZero()) {
            return of(Policies.refuse());
        }
        WAIT_UP_TO.form.check(this + "=wait", limit, problems);
        return of(Policies.waitUpTo(limit));
    }

    String format(Object value) {
        return form.format(value);
    }

    void check(Object value, Problems problems) {
        form.check(toString(), value, problems);
    }

    /** Returns the name as it is written in properties, such as {@code while-running}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
