package dev.semel.engine;

import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Context;
import dev.semel.LeaseLostException;
import dev.semel.Operation;
import dev.semel.StoreException;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("the epoch as a fencing token")
class FencingTest {
    private final Bench bench = new Bench();
    private final Downstream downstream = new Downstream();

    /** A system that remembers the last owner of each key forever, and refuses owners that were overtaken. */
    private static final class Downstream {
        private record Owner(Instant since, long epoch) {}

        private final Map<String, Owner> owners = new HashMap<>();
        private final List<String> written = new ArrayList<>();

        boolean write(Context from, String what) {
            Owner owner = new Owner(from.facts().since(), from.epoch());
            Owner last = owners.getOrDefault(from.facts().key(), owner);
            int order = owner.since.compareTo(last.since);
            boolean current = order > 0 || (order == 0 && owner.epoch >= last.epoch);
            if (current) {
                owners.put(from.facts().key(), owner);
                written.add(what);
            }
            return current;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A27 refuses an owner that wakes up after it was overtaken")
    void overtaken(Way way) {
        Operation<String> stalling = bench.dyingOperation().build();
        assertThatThrownBy(() -> way.call(bench, stalling, context -> {
                    bench.time.advance(Bench.LEASE);
                    assertThat(bench.operation()
                                    .build()
                                    .attempt("k", null, other -> {
                                        assertThat(downstream.write(other, "second"))
                                                .isTrue();
                                        assertThat(other.epoch()).isEqualTo(2);
                                        return "second";
                                    })
                                    .orThrow())
                            .isEqualTo("second");
                    assertThat(context.epoch()).isEqualTo(1);
                    assertThat(downstream.write(context, "first")).isFalse();
                    return "first";
                }))
                .isInstanceOf(LeaseLostException.class);
        assertThat(downstream.written).containsExactly("second");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "A27 restarts with the record after a purge; compared by the record's beginning first, the later run is still later")
    void purged(Way way) throws Exception {
        Operation<String> operation =
                bench.operation().retention(Duration.ofMinutes(1)).build();
        List<Context> runs = new ArrayList<>();
        for (String run : List.of("first", "second")) {
            way.call(bench, operation, context -> {
                runs.add(context);
                assertThat(downstream.write(context, run)).isTrue();
                return run;
            });
            bench.time.advance(Duration.ofMinutes(1));
            bench.memory.purge(10);
        }
        assertThat(runs).extracting(Context::epoch).containsExactly(1L, 1L);
        assertThat(downstream.written).containsExactly("first", "second");
        assertThat(downstream.write(runs.get(0), "late")).isFalse();
        assertThat(childKeys(runs, false)).hasSize(1);
        assertThat(childKeys(runs, true)).hasSize(2);
    }

    @Test
    @DisplayName("A27 child keys that differ by the record's beginning are the same for its attempts")
    void childKeysOfOneRecord() {
        Operation<String> operation = bench.operation().build();
        List<Context> attempts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean fails = i == 0;
            try {
                operation.attempt("k", null, context -> {
                    attempts.add(context);
                    if (fails) {
                        throw new IllegalStateException("declined");
                    }
                    return "receipt";
                });
            } catch (IllegalStateException e) {
                bench.time.advance(Duration.ofSeconds(1));
            }
        }
        assertThat(attempts).extracting(Context::epoch).containsExactly(1L, 2L);
        assertThat(childKeys(attempts, true)).hasSize(1);
    }

    private static List<String> childKeys(List<Context> runs, boolean ofTheRecord) {
        return runs.stream()
                .map(run ->
                        run.childKey("card" + (ofTheRecord ? " " + run.facts().since() : "")))
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("A27 is zero for work that runs without protection")
    void unprotected(Way way) throws Exception {
        Operation<String> operation = bench.operation()
                .withoutStore(runUnprotected())
                .withoutKey(runUnprotected())
                .build();
        Fault down = Fault.error(new StoreException("down", null));
        bench.store.next(StoreCall.CLAIM, down, down, down);
        assertThat(way.call(bench, operation, context -> "epoch " + context.epoch())
                        .orThrow())
                .isEqualTo("epoch 0");
        assertThat(operation
                        .attempt(null, null, context -> "epoch " + context.epoch())
                        .orThrow())
                .isEqualTo("epoch 0");
    }
}
