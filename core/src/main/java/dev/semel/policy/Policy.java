package dev.semel.policy;

import dev.semel.InvalidSettingsException;
import dev.semel.input.Problems;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of an operation. A setting that is not chosen is unset: {@link #over} takes it from another policy, and
 * otherwise it has the default that its accessor documents. {@link #toString()} returns a text that {@link #parse}
 * reads:
 *
 * <pre>
 * retention=25h; lease=30s; while-running=wait(5s); after-failure=replay(com.example.Declined), run-again;
 * after-abandonment=hold; without-key=refuse; without-store=run-unprotected
 * </pre>
 *
 * <p>A policy can hold values that no operation accepts, such as a negative lease, if they were set one by one. They
 * are refused together with all other problems when the operation or route is built. Immutable.
 */
public final class Policy {
    /** The policy in which nothing is set. */
    public static final Policy DEFAULT = new Policy(new EnumMap<>(PolicySetting.class));

    private static final Duration RETENTION = Duration.ofHours(24);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final Map<PolicySetting, Object> chosen;

    private Policy(Map<PolicySetting, Object> chosen) {
        this.chosen = chosen;
    }

    /**
     * Reads a policy: settings with a semicolon between them, in any order, each at most once. Words may be written as {@code run-again}, {@code
     * runAgain} or {@code RUN_AGAIN}. Durations are {@code 100ms}, {@code 30s}, {@code 5m}, {@code 25h}, {@code 7d}, {@code 1h30m} or ISO-8601; a number
     * without a unit counts milliseconds.
     *
     * <table>
     *   <caption>Settings</caption>
     *   <tr><th>setting</th><th>values</th></tr>
     *   <tr><td>{@code retention}, {@code lease}, {@code wait-up-to}</td><td>a duration</td></tr>
     *   <tr><td>{@code while-running}</td><td>{@code refuse}, {@code wait}, {@code wait(5s)}, {@code accept}; {@code wait(0s)} is {@code
     *       refuse}</td></tr>
     *   <tr><td>{@code after-failure}</td><td>one or more of {@code run-again}, {@code replay}, {@code replay(class)}, {@code as-abandoned}, {@code
     *       as-abandoned(class)}, {@code still-running(class)}, {@code forget(class)}, with commas; the first that covers an exception decides</td></tr>
     *   <tr><td>{@code after-abandonment}</td><td>{@code run-again}, {@code hold}, {@code reconcile}</td></tr>
     *   <tr><td>{@code without-key}, {@code without-store}</td><td>{@code refuse}, {@code run-unprotected}</td></tr>
     * </table>
     *
     * @throws InvalidSettingsException with all that is wrong
     */
    public static Policy parse(String text) {
        Problems problems = new Problems();
        Policy policy = DEFAULT;
        Set<PolicySetting> seen = EnumSet.noneOf(PolicySetting.class);
        for (String part : Objects.requireNonNull(text, "text").split(";", -1)) {
            int equals = part.indexOf('=');
            if (part.isBlank()) {
                continue;
            } else if (equals < 0) {
                problems.add("\"" + part.strip() + "\" is no setting; write setting=value, such as retention=25h");
                continue;
            }
            PolicySetting setting = PolicySetting.named(part.substring(0, equals), problems);
            if (setting != null) {
                Map<PolicySetting, Object> read =
                        setting.read(part.substring(equals + 1).strip(), problems);
                Set<PolicySetting> set = read.isEmpty() ? Set.of(setting) : read.keySet();
                set.forEach(each -> problems.check(seen.add(each), each + " is set twice"));
                policy = policy.with(read);
            }
        }
        problems.throwIfAny("the policy", InvalidSettingsException::new);
        return policy;
    }

    /**
     * Returns this policy with one setting, given as the text of a property. A blank value leaves the policy unchanged.
     *
     * @param setting such as {@code retention}; see {@link #parse}
     * @param value the text form of the value
     * @throws InvalidSettingsException listing all problems; each starts with the name of the setting
     */
    public Policy with(String setting, String value) {
        Problems problems = new Problems();
        PolicySetting known = PolicySetting.named(setting, problems);
        Policy changed = known == null || value.isBlank() ? this : with(known.read(value.strip(), problems));
        problems.throwIfAny("the policy", InvalidSettingsException::new);
        return changed;
    }

    /** Returns whether {@link #with} knows a setting, in any spelling. */
    public static boolean isSetting(String name) {
        return PolicySetting.find(name) != null;
    }

    /** Returns the names of all settings, in the order of {@link #toString()}. */
    public static List<String> settings() {
        return PolicySetting.names();
    }

    /** Returns this policy with its unset settings taken from another one. */
    public Policy over(Policy lower) {
        return lower.with(chosen);
    }

    private Policy with(Map<PolicySetting, ?> more) {
        Map<PolicySetting, Object> all = new EnumMap<>(PolicySetting.class);
        all.putAll(chosen);
        all.putAll(more);
        return new Policy(all);
    }

    private Policy with(PolicySetting setting, Object value) {
        return with(Map.of(setting, Objects.requireNonNull(value, setting.toString())));
    }

    private <V> V get(PolicySetting setting, V otherwise) {
        @SuppressWarnings("unchecked") // each setter below is the only one for its setting
        @Nullable
        V value = (V) chosen.get(setting);
        return value == null ? otherwise : value;
    }

    /** Returns this policy with a {@link #retention()}. */
    public Policy retention(Duration choice) {
        return with(PolicySetting.RETENTION, choice);
    }

    /** Returns how long a result is replayed. Defaults to 24 hours. {@link Retention#covering} helps to choose. */
    public Duration retention() {
        return get(PolicySetting.RETENTION, RETENTION);
    }

    /** Returns this policy with a {@link #lease()}. */
    public Policy lease(Duration choice) {
        return with(PolicySetting.LEASE, choice);
    }

    /** Returns the owner's exclusive time, which is renewed while the work runs. Defaults to 30 seconds. */
    public Duration lease() {
        return get(PolicySetting.LEASE, LEASE);
    }

    /** Returns this policy with a choice of {@link #whileRunning()}. */
    public Policy whileRunning(WhileRunning choice) {
        return with(PolicySetting.of(Objects.requireNonNull(choice, "while-running")));
    }

    /**
     * Returns what a duplicate gets while the first call runs. Defaults to {@link Policies#refuse()}, or to waiting if
     * only {@code wait-up-to} is set. A wait without a limit lasts 5 seconds.
     */
    public WhileRunning whileRunning() {
        Duration limit = get(PolicySetting.WAIT_UP_TO, WAIT);
        boolean hasLimit = chosen.containsKey(PolicySetting.WAIT_UP_TO);
        WhileRunning otherwise = hasLimit ? Policies.waitUpTo(limit) : Policies.refuse();
        WhileRunning choice = get(PolicySetting.WHILE_RUNNING, otherwise);
        return choice instanceof Policies.WaitUpTo ? Policies.waitUpTo(limit) : choice;
    }

    /** Returns this policy with a choice of {@link #afterFailure()}. */
    public Policy afterFailure(AfterFailure choice) {
        return with(PolicySetting.AFTER_FAILURE, FailureRules.joined(Objects.requireNonNull(choice, "after-failure")));
    }

    /**
     * Returns what the work's exceptions mean. Defaults to {@link Policies#runAgain()} if that is the choice
     * {@linkplain #afterAbandonment() after an abandonment}, and otherwise to {@link Policies#asAbandoned()}.
     */
    public AfterFailure afterFailure() {
        return get(PolicySetting.AFTER_FAILURE, mayRunAgain() ? Policies.runAgain() : Policies.asAbandoned());
    }

    /** Returns this policy with a choice of {@link #afterAbandonment()}. */
    public Policy afterAbandonment(AfterAbandonment choice) {
        return with(PolicySetting.AFTER_ABANDONMENT, choice);
    }

    /** Returns what the next call gets after an owner has gone. Defaults to {@link Policies#runAgain()}. */
    public AfterAbandonment afterAbandonment() {
        return get(PolicySetting.AFTER_ABANDONMENT, Policies.runAgain());
    }

    /** Returns this policy with a choice of {@link #withoutKey()}. */
    public Policy withoutKey(WithoutKey choice) {
        return with(PolicySetting.WITHOUT_KEY, choice);
    }

    /** Returns what a call without a key gets. Defaults to {@link Policies#refuse()}. */
    public WithoutKey withoutKey() {
        return get(PolicySetting.WITHOUT_KEY, Policies.refuse());
    }

    /** Returns this policy with a choice of {@link #withoutStore()}. */
    public Policy withoutStore(WithoutStore choice) {
        return with(PolicySetting.WITHOUT_STORE, choice);
    }

    /** Returns what a call gets when the store can't be reached. Defaults to {@link Policies#refuse()}. */
    public WithoutStore withoutStore() {
        return get(PolicySetting.WITHOUT_STORE, Policies.refuse());
    }

    /** Returns whether the next call runs after an owner has gone, without a decision by a reconciler or an operator. */
    public boolean mayRunAgain() {
        return afterAbandonment() instanceof Policies.RunAgain;
    }

    /** Returns what an exception of the work means by this policy. */
    public FailureMeans meaningOf(Throwable thrown) {
        FailureMeans means = FailureMeans.by(afterFailure(), thrown);
        FailureMeans otherwise = mayRunAgain() ? FailureMeans.NO_EFFECT : FailureMeans.UNKNOWN;
        return means == null ? otherwise : means;
    }

    /** Adds the problems that this policy has in every place where it can be used. */
    void check(Problems problems) {
        chosen.forEach((setting, value) -> setting.check(value, problems));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Policy policy && chosen.equals(policy.chosen);
    }

    @Override
    public int hashCode() {
        return chosen.hashCode();
    }

    /** Returns the text that {@link #parse} reads; empty if nothing is set. */
    @Override
    public String toString() {
        Map<PolicySetting, String> texts = new EnumMap<>(PolicySetting.class);
        chosen.forEach((setting, value) -> texts.put(setting, setting.format(value)));
        if (PolicySetting.waiting().equals(chosen.get(PolicySetting.WHILE_RUNNING))) {
            String limit = texts.remove(PolicySetting.WAIT_UP_TO);
            texts.merge(PolicySetting.WHILE_RUNNING, limit == null ? "" : "(" + limit + ")", String::concat);
        }
        return texts.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining("; "));
    }
}
