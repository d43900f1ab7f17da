package dev.semel.engine.call;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.reconcile;
import static dev.semel.policy.Policies.runAgain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.InvalidSettingsException;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.memory.MemoryStore;
import dev.semel.policy.AfterAbandonment;
import dev.semel.policy.Reconciler.Verdict;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A19 two operations with the same name")
class OperationNamesTest {
    private static final List<AfterAbandonment> POLICIES = List.of(runAgain(), hold(), reconcile());

    private static Operation<String> build(Semel semel, AfterAbandonment policy) {
        return semel.operation("op", Codec.text())
                .reconciler(context -> Verdict.cannotTell())
                .afterAbandonment(policy)
                .build();
    }

    @Test
    @DisplayName("A19 are refused if one would run again where the other holds")
    void contrary() {
        for (AfterAbandonment first : POLICIES) {
            for (AfterAbandonment second : POLICIES) {
                Semel semel = Semel.on(MemoryStore.create());
                build(semel, first);
                if (first == second) {
                    assertThatCode(() -> build(semel, second)).doesNotThrowAnyException();
                } else {
                    assertThatThrownBy(() -> build(semel, second))
                            .isInstanceOf(InvalidSettingsException.class)
                            .hasMessageContaining("op")
                            .hasMessageContaining(first.getClass().getSimpleName())
                            .hasMessageContaining(second.getClass().getSimpleName())
                            .hasMessageContaining("choose another name");
                }
            }
        }
    }

    @Test
    @DisplayName("A19 may differ in everything else, and in their reconcilers")
    void alike() {
        Semel semel = Semel.on(MemoryStore.create());
        build(semel, reconcile());
        assertThatCode(() -> semel.operation("op", Codec.text())
                        .reconciler(context -> Verdict.didNotHappen())
                        .build())
                .doesNotThrowAnyException();
        assertThatCode(() -> semel.operation("other", Codec.text()).build()).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("A19 of which one was refused leave the first unchanged")
    void firstStays() {
        Semel semel = Semel.on(MemoryStore.create());
        Operation<String> first = build(semel, hold());
        assertThatThrownBy(() -> build(semel, runAgain())).isInstanceOf(InvalidSettingsException.class);
        assertThatCode(() -> build(semel, hold())).doesNotThrowAnyException();
        assertThat(first.once("k", null, () -> "x")).isEqualTo("x");
    }
}
