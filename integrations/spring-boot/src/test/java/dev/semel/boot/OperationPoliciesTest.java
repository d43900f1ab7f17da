package dev.semel.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@DisplayName("the settings under semel.operations")
class OperationPoliciesTest {

    private static OperationPolicies of(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return OperationPolicies.of(environment);
    }

    @Test
    @DisplayName("are by the names of operations, dots and all")
    void dotted() {
        OperationPolicies policies = of(Map.of(
                "semel.operations.payments.create.retention", "25h",
                "semel.operations.payments.create.while-running", "wait",
                "semel.operations.payments.create.waitUpTo", "3s",
                "semel.operations[payments.refund].lease", "10s",
                "semel.operations.email.after-failure", "as-abandoned"));
        OperationProperties create = policies.of("payments.create");
        assertThat(create.retention()).isEqualTo(Duration.ofHours(25));
        assertThat(create.whileRunning()).isEqualTo(RouteProperties.WhileRunning.WAIT);
        assertThat(create.waitUpTo()).isEqualTo(Duration.ofSeconds(3));
        assertThat(create.lease()).isNull();
        assertThat(policies.of("payments.refund").lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(policies.of("email").afterFailure()).isEqualTo(OperationProperties.AfterFailure.AS_ABANDONED);
        assertThat(policies.of("unknown")).isEqualTo(OperationProperties.NONE);
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
        assertThat(OperationPolicies.of(environment).of("payments.create").lease())
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    @DisplayName("are refused if they are not known, with those that are")
    void unknown() {
        assertThatThrownBy(() -> of(Map.of("semel.operations.payments.create.leese", "1s")))
                .isInstanceOfSatisfying(
                        WrongSettingException.class,
                        e -> assertThat(e.advice()).contains("lease").contains("after-abandonment"))
                .hasMessageContaining("payments.create.leese");
        assertThatThrownBy(() -> of(Map.of("semel.operations.lease", "1s"))).isInstanceOf(WrongSettingException.class);
    }
}
