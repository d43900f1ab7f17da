package dev.semel.policy;

import static dev.semel.policy.Policies.accept;
import static dev.semel.policy.Policies.asAbandoned;
import static dev.semel.policy.Policies.forget;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.reconcile;
import static dev.semel.policy.Policies.refuse;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runAgain;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.stillRunning;
import static dev.semel.policy.Policies.waitUpTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.Codec;
import dev.semel.InvalidSettingsException;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a policy")
class PolicyTest {
    private static final List<AfterFailure> RULES = List.of(
            replayFailures(IllegalStateException.class),
            replayFailures(IOException.class),
            forget(TimeoutException.class),
            stillRunning(InterruptedException.class),
            asAbandoned(Error.class));

    private static final List<AfterFailure> LAST_RULES = List.of(runAgain(), asAbandoned());

    /** The settings, each with a random value. */
    private static final List<BiFunction<Policy, Random, Policy>> SETTERS = List.of(
            (policy, random) -> policy.retention(duration(random, Retention.MAX)),
            (policy, random) -> policy.lease(Duration.ofMillis(10).plus(duration(random, Duration.ofDays(6)))),
            (policy, random) -> policy.whileRunning(any(
                    random, List.of(refuse(), accept(), waitUpTo(duration(random, Duration.ofDays(1)))))),
            (policy, random) -> policy.with(
                    "wait-up-to", duration(random, Duration.ofDays(1)).toString()),
            (policy, random) -> policy.with("while-running", "wait"),
            (policy, random) -> policy.afterFailure(rules(random)),
            (policy, random) -> policy.afterAbandonment(any(random, List.of(runAgain(), hold(), reconcile()))),
            (policy, random) -> policy.withoutKey(any(random, List.of(refuse(), runUnprotected()))),
            (policy, random) -> policy.withoutStore(any(random, List.of(refuse(), runUnprotected()))));

    private static <V> V any(Random random, List<? extends V> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns a random duration from a millisecond up to a limit, in nanoseconds or in whole units. */
    private static Duration duration(Random random, Duration most) {
        Duration unit = any(
                random,
                List.of(
                        Duration.ofNanos(1_000_001),
                        Duration.ofMillis(1),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(1),
                        Duration.ofHours(1),
                        Duration.ofDays(1)));
        Duration chosen = unit.multipliedBy(1 + random.nextInt(2000));
        return chosen.compareTo(most) > 0 ? most : chosen;
    }

    private static AfterFailure rules(Random random) {
        AfterFailure last = any(random, LAST_RULES);
        AfterFailure first = any(random, RULES);
        return switch (random.nextInt(4)) {
            case 0 -> last;
            case 1 -> first;
            case 2 -> first.orElse(last);
            default -> RULES.get(0).orElse(RULES.get(1).orElse(RULES.get(2))).orElse(last);
        };
    }

    private static Policy random(Random random) {
        Policy policy = Policy.DEFAULT;
        for (int i = random.nextInt(12); i > 0; i--) {
            policy = any(random, SETTERS).apply(policy, random);
        }
        return policy;
    }

    private static List<String> problemsOf(String text) {
        return catchThrowableOfType(InvalidSettingsException.class, () -> Policy.parse(text))
                .problems();
    }

    @Test
    @DisplayName("A19 is parsed from its text unchanged, whatever is set")
    void roundTrip() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Policy policy = random(random);
            Policy read = Policy.parse(policy.toString());
            assertThat(read)
                    .as("seed %d, policy %s", seed, policy)
                    .isEqualTo(policy)
                    .hasSameHashCodeAs(policy);
            assertThat(read).hasToString(policy.toString());
        }
    }

    @Test
    @DisplayName("A19 is taken from another where it is unset, setting by setting, whatever is set")
    void over() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Policy upper = random(random);
            Policy lower = random(random);
            String text = lower + " | " + upper + " | seed " + seed;
            assertThat(upper.over(Policy.DEFAULT)).as(text).isEqualTo(upper);
            assertThat(Policy.DEFAULT.over(lower)).as(text).isEqualTo(lower);
            assertThat(upper.over(lower).over(lower)).as(text).isEqualTo(upper.over(lower));
            if (upper.toString().contains("retention=")) {
                assertThat(upper.over(lower).retention()).as(text).isEqualTo(upper.retention());
            } else {
                assertThat(upper.over(lower).retention()).as(text).isEqualTo(lower.retention());
            }
        }
        Policy annotation = Policy.parse("lease=5s; after-failure=replay");
        Policy properties = Policy.parse("lease=9s; retention=25h; after-failure=run-again");
        assertThat(annotation.over(properties)).hasToString("retention=25h; lease=5s; after-failure=replay");
    }

    @Test
    @DisplayName("A19 has the defaults for settings that are unset")
    void defaults() {
        Policy policy = Policy.parse(" ; ");
        assertThat(policy).isEqualTo(Policy.DEFAULT).hasToString("");
        assertThat(policy.retention()).isEqualTo(Duration.ofHours(24));
        assertThat(policy.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy.whileRunning()).isEqualTo(refuse());
        assertThat(policy.afterFailure()).isEqualTo(runAgain());
        assertThat(policy.afterAbandonment()).isEqualTo(runAgain());
        assertThat(policy.withoutKey()).isEqualTo(refuse());
        assertThat(policy.withoutStore()).isEqualTo(refuse());
    }

    @Test
    @DisplayName("A19 treats failures as abandonment by default if abandoned work may not run again")
    void failuresByDefault() {
        for (String held : List.of("hold", "reconcile")) {
            Policy policy = Policy.parse("after-abandonment=" + held);
            assertThat(policy.afterFailure()).isEqualTo(asAbandoned());
            assertThat(Policy.parse("after-failure=run-again").over(policy).afterFailure())
                    .isEqualTo(runAgain());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "while-running=wait                        | 5s",
                "while-running=wait(3s)                    | 3s",
                "while-running = WAIT ( 3s )               | 3s",
                "wait-up-to=3s                             | 3s",
                "while-running=wait; wait-up-to=3s         | 3s",
                "wait-up-to=3s; while-running=wait         | 3s",
                "while-running=refuse; wait-up-to=3s       | refuse",
                "while-running=accepted; wait-up-to=3s     | accept",
                "while-running=wait(0s)                    | refuse",
                "while-running=accept                      | accept"
            })
    @DisplayName("A19 has a wait in two settings, which may come from different sources")
    void waiting(String text, String expected) {
        WhileRunning wanted = switch (expected) {
            case "refuse" -> refuse();
            case "accept" -> accept();
            default -> waitUpTo(Policy.DEFAULT.with("lease", expected).lease());
        };
        assertThat(Policy.parse(text).whileRunning()).isEqualTo(wanted);
    }

    @Test
    @DisplayName("A19 waits as long as the lower policy says if the upper one only says that it waits")
    void waitFromTwoSources() {
        Policy upper = Policy.parse("while-running=wait");
        Policy lower = Policy.parse("while-running=refuse; wait-up-to=2s");
        assertThat(upper.over(lower)).hasToString("while-running=wait(2s)");
        assertThat(lower.over(upper).whileRunning()).isEqualTo(refuse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run-again", "runAgain", "RUN_AGAIN", "Run Again"})
    @DisplayName("A19 accepts words and names of settings in every spelling of properties")
    void spellings(String word) {
        for (String setting : List.of("after-failure", "afterFailure", "AFTER_FAILURE", "afterfailure")) {
            assertThat(Policy.DEFAULT.with(setting, word)).hasToString("after-failure=run-again");
            assertThat(Policy.isSetting(setting)).isTrue();
        }
        assertThat(Policy.isSetting("after")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "25h, PT25H",
        "PT25H, PT25H",
        "pt25h, PT25H",
        "7d, PT168H",
        "5m, PT5M",
        "30S, PT30S",
        "100ms, PT0.1S",
        "+5s, PT5S",
        "30000, PT30S",
        "1h30m, PT1H30M",
        "1h 30m, PT1H30M",
        "5000000us, PT5S",
        "5000000000ns, PT5S"
    })
    @DisplayName("A19 accepts durations in the forms of Spring")
    void durations(String text, Duration expected) {
        assertThat(Policy.DEFAULT.with("retention", text).retention()).isEqualTo(expected);
    }

    @Test
    @DisplayName("A19 reports all problems of its text together")
    void allProblems() {
        assertThat(
                        problemsOf(
                                "retention=soon; leese=5s; while-running=later; wait; lease=0s; lease=5s; after-failure=replay(com.example.Gone), retry"))
                .containsExactly(
                        "retention is \"soon\"; it must be a duration such as 30s, 25h or PT25H",
                        "leese is not a setting of a policy; use one of retention, lease, while-running, wait-up-to,"
                                + " after-failure, after-abandonment, without-key, without-store",
                        "while-running is \"later\"; it must be refuse, wait, wait(5s) or accepted",
                        "\"wait\" is no setting; write setting=value, such as retention=25h",
                        "lease is PT0S; it must be between PT0.01S and PT168H",
                        "lease is set twice",
                        "after-failure names com.example.Gone, which is not on the class path",
                        "after-failure has \"retry\"; it must be run-again, replay, replay(class), as-abandoned,"
                                + " as-abandoned(class), still-running(class) or forget(class)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retention=-1h | retention is PT-1H; it must be between PT0.001S and PT876600H",
                "retention= | retention is \"\"; it must be a duration such as 30s, 25h or PT25H",
                "retention=99999999999999999999d | retention is \"99999999999999999999d\"; it must be a duration such as 30s, 25h or PT25H",
                "while-running=wait() | while-running=wait is \"\"; it must be a duration such as 30s, 25h or PT25H",
                "while-running=wait(2d) | while-running=wait is PT48H; it must be between PT0.001S and PT24H",
                "while-running=wait(5s); wait-up-to=6s | wait-up-to is set twice",
                "wait-up-to=0s | wait-up-to is PT0S; it must be between PT0.001S and PT24H",
                "while-running=refuse(5s) | while-running is \"refuse(5s)\"; it must be refuse, wait, wait(5s) or accepted",
                "wait-up-to=2d | wait-up-to is PT48H; it must be between PT0.001S and PT24H",
                "after-abandonment=forget | after-abandonment is \"forget\"; it must be run-again, hold or reconcile",
                "without-key=run | without-key is \"run\"; it must be refuse or run-unprotected",
                "without-store=no | without-store is \"no\"; it must be refuse or run-unprotected",
                "after-failure=replay(java.lang.Error) | after-failure names java.lang.Error, which is no Exception",
                "after-failure=as-abandoned(java.lang.String) | after-failure names java.lang.String, which is no Throwable",
                "after-failure=replay,replay(java.io.IOException) | after-failure never reaches replay(java.io.IOException), since replay before it covers all of it; put the narrower type first"
            })
    @DisplayName("A19 reports for each mistake the setting and what is expected")
    void eachProblem(String text, String problem) {
        assertThat(problemsOf(text)).containsExactly(problem);
    }

    @Test
    @DisplayName("A19 requires a type for rules that do not cover all exceptions")
    void typedRules() {
        for (String rule : List.of(
                "forget",
                "still-running",
                "",
                "run-again(java.io.IOException)",
                "replay(",
                "replay)",
                "as-abandoned(java.io.IOException",
                "run-again)")) {
            assertThat(problemsOf("after-failure=" + rule))
                    .singleElement()
                    .asString()
                    .startsWith("after-failure has \"" + rule + "\"; it must be run-again,");
        }
        assertThat(Policy.parse("after-failure=forget(java.io.IOException),run-again")
                        .afterFailure())
                .isEqualTo(forget(IOException.class).orElse(runAgain()));
    }

    @Test
    @DisplayName("A19 leaves a setting unchanged if its property is blank")
    void blank() {
        Policy policy = Policy.parse("lease=5s");
        assertThat(policy.with("lease", " ").with("retention", "")).isEqualTo(policy);
        assertThatThrownBy(() -> policy.with("leese", "5s")).isInstanceOf(InvalidSettingsException.class);
    }

    @Test
    @DisplayName("A19 is checked together with everything else when an operation is built")
    void checkedByTheBuilder() {
        OperationBuilder<String> builder = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .policy(Policy.DEFAULT
                        .retention(Duration.ZERO)
                        .whileRunning(accept())
                        .afterAbandonment(reconcile()))
                .fingerprinter(null);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(builder::build)
                    .isInstanceOfSatisfying(
                            InvalidSettingsException.class,
                            e -> assertThat(e.problems())
                                    .containsExactly(
                                            "fingerprinter is null",
                                            "retention is PT0S; it must be between PT0.001S and PT876600H",
                                            "while-running is accept, which only an HTTP route can answer; choose refuse or wait",
                                            "after-abandonment is reconcile, and there is no reconciler; give one with"
                                                    + " reconciler(...)"));
        }
    }

    @Test
    @DisplayName("A19 is what the settings of an operation give, over what was set before")
    void inAnOperation() {
        Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .lease(Duration.ofSeconds(7))
                .retention(Duration.ofHours(1))
                .policy(Policy.parse("retention=25h; without-key=run-unprotected"))
                .build();
        assertThat(operation.settings().policy()).hasToString("retention=25h; lease=7s; without-key=run-unprotected");
        assertThat(operation.settings().retention()).isEqualTo(Duration.ofHours(25));
    }
}
