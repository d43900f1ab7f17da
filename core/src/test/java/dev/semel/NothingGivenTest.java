package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.memory.MemoryStore;
import dev.semel.policy.Policies;
import dev.semel.policy.Policy;
import dev.semel.policy.Retention;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("null where a value is required")
class NothingGivenTest {

    @Test
    @DisplayName("A19 as a scope is refused, with what to pass")
    void scope() {
        Operation<String> operation = Semel.on(MemoryStore.create())
                .operation("payments.create", Codec.text())
                .build();
        assertThatThrownBy(() -> operation.inScope(null))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("payments.create")
                .hasMessageContaining("leave inScope out");
    }

    @Test
    @DisplayName("A19 as a key is not valid, and no key is derived from it")
    void keys() {
        assertThat(Keys.fits(null)).isFalse();
        assertThat(Keys.fits("")).isFalse();
        assertThat(Keys.fits("k")).isTrue();
        assertThatThrownBy(() -> Keys.derive((Object[]) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("parts");
        assertThatThrownBy(Keys::derive).hasMessageContaining("at least one part");
    }

    @Test
    @DisplayName("A19 in a fingerprint is refused, with what to do")
    void fingerprints() {
        assertThatThrownBy(() -> Fingerprint.of(null)).hasMessage("content");
        assertThatThrownBy(() -> Fingerprint.ofText(null)).hasMessage("text");
        assertThatThrownBy(() -> Fingerprint.ofParts((String[]) null)).hasMessage("parts");
        assertThatThrownBy(() -> Fingerprint.ofParts("a", null)).hasMessageContaining("stands for nothing");
    }

    @Test
    @DisplayName("A19 as a type of constants, or as retries to cover, is refused by name")
    void others() {
        assertThatThrownBy(() -> Codec.constants(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");
        assertThatThrownBy(() -> Retention.covering(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("retries");
        assertThatThrownBy(() -> Policies.runAgain().orElse(null)).hasMessage("other");
        assertThatThrownBy(() -> Policies.asAbandoned(null)).hasMessage("type");
        assertThatThrownBy(() -> Policies.stillRunning(null)).hasMessage("type");
        assertThatThrownBy(() -> Policies.replayFailures(null)).hasMessage("type");
        assertThatThrownBy(() -> Semel.on(MemoryStore.create())
                        .operation("payments.create", Codec.text())
                        .reconciler(null)
                        .build())
                .hasMessageContaining("reconciler is null");
        assertThatThrownBy(() -> Policy.DEFAULT.lease(null)).hasMessage("lease");
        assertThatThrownBy(() -> Policy.parse(null)).hasMessage("text");
    }
}
