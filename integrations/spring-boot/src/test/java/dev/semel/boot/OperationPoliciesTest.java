package dev.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@DisplayName("the settings under semel.operations")
class OperationPoliciesTest {

    private static OperationPolicies of(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return of(environment);
    }

    private static OperationPolicies of(Environment environment) {
        return OperationPolicies.of(Binder.get(environment)
                .bindOrCreate("semel", SemelProperties.class)
                .operations());
    }

    @Test
    @DisplayName("belong to operations whose names may have dots")
    void dotted() {
        OperationPolicies policies = of(Map.of(
                "semel.operations.payments.create.retention", "25h",
                "semel.operations.payments.create.while-running", "wait",
                "semel.operations.payments.create.waitUpTo", "3s",
                "semel.operations[payments.refund].lease", "10s",
                "semel.operations.email.after-failure", "as-abandoned"));
        Policy create = policies.of("payments.create");
        assertThat(create.retention()).isEqualTo(Duration.ofHours(25));
        assertThat(create.whileRunning()).isEqualTo(Policies.waitUpTo(Duration.ofSeconds(3)));
        assertThat(create).hasToString("retention=25h; while-running=wait(3s)");
        assertThat(policies.of("payments.refund").lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(policies.of("email").afterFailure()).isEqualTo(Policies.asAbandoned());
        assertThat(policies.of("unknown")).isEqualTo(Policy.DEFAULT);
        assertThat(policies.all()).containsOnlyKeys("payments.create", "payments.refund", "email");
    }

    @Test
    @DisplayName("may come from environment variables")
    void environment() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment", Map.of("SEMEL_OPERATIONS_PAYMENTS_CREATE_LEASE", "7s")));
        assertThat(of(environment).of("payments.create").lease()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    @DisplayName("are refused if unknown, with a list of the known ones")
    void unknown() {
        assertThatThrownBy(() -> of(Map.of("semel.operations.payments.create.leese", "1s")))
                .isInstanceOfSatisfying(
                        WrongSettingException.class,
                        e -> assertThat(e.advice()).contains("lease").contains("after-abandonment"))
                .hasMessageContaining("payments.create.leese");
        assertThatThrownBy(() -> of(Map.of("semel.operations.lease", "1s"))).isInstanceOf(WrongSettingException.class);
    }

    @Test
    @DisplayName("A19 that are invalid are refused together, by the full names of the properties")
    void wrong() {
        assertThatThrownBy(() -> of(Map.of(
                        "semel.operations.payments.create.retention", "soon",
                        "semel.operations.payments.create.while-running", "later",
                        "semel.operations.email.lease", "1ms")))
                .isInstanceOf(WrongSettingException.class)
                .hasMessage(
                        "semel.operations.payments.create.while-running is \"later\"; it must be refuse, wait, wait(5s) or"
                                + " accepted; semel.operations.payments.create.retention is \"soon\"; it must be a duration such as 30s, 25h"
                                + " or PT25H; semel.operations.email.lease is PT0.001S; it must be between PT0.01S and PT168H");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retention | 90m | retention=90m",
                "retention | 90000 | retention=90s",
                "lease | PT10S | lease=10s",
                "while-running | REFUSE | while-running=refuse",
                "while-running | wait | while-running=wait",
                "while-running | accepted | while-running=accept",
                "wait-up-to | 3s | wait-up-to=3s",
                "waitUpTo | 3s | wait-up-to=3s",
                "after-failure | run-again | after-failure=run-again",
                "after-failure | RUN_AGAIN | after-failure=run-again",
                "after-failure | replay | after-failure=replay",
                "after-failure | asAbandoned | after-failure=as-abandoned",
                "after-abandonment | hold | after-abandonment=hold",
                "after_abandonment | run-again | after-abandonment=run-again",
                "without-key | run-unprotected | without-key=run-unprotected",
                "without-store | refuse | without-store=refuse",
                "lease | '' | ''"
            })
    @DisplayName("A19 each set a setting of a policy, in every spelling")
    void settings(String setting, String value, String text) {
        assertThat(of(Map.of("semel.operations.payments.create." + setting, value))
                        .of("payments.create"))
                .hasToString(text);
    }

    @Test
    @DisplayName("A19 wait for wait-up-to, which overrides the time in while-running")
    void waiting() {
        assertThat(of(Map.of(
                                "semel.operations.a.while-running", "wait(9s)",
                                "semel.operations.a.wait-up-to", "3s"))
                        .of("a"))
                .hasToString("while-running=wait(3s)");
    }
}
