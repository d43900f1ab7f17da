package dev.semel.servers.resource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the growth of CPU time")
class CpuGrowthTest {
    private static int[] numbers(int size) {
        return new Random(1).ints(size).toArray();
    }

    private final AtomicLong sink = new AtomicLong();

    @Test
    @DisplayName("a linear step passes, and so does sorting")
    void linear() {
        assertThatCode(() -> CpuGrowth.assertLinear(
                        "sum",
                        CpuGrowthTest::numbers,
                        numbers -> sink.set(Arrays.stream(numbers).sum())))
                .doesNotThrowAnyException();
        assertThatCode(() ->
                        CpuGrowth.assertLinear("sort", CpuGrowthTest::numbers, numbers -> Arrays.sort(numbers.clone())))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("a quadratic step is found")
    void quadratic() {
        Consumer<int[]> pairs = numbers -> {
            long sum = 0;
            for (int i = 0; i < numbers.length; i += 4) {
                for (int j = 0; j < i; j += 4) {
                    sum += numbers[i] ^ numbers[j];
                }
            }
            sink.set(sum);
        };
        assertThatThrownBy(() -> CpuGrowth.assertLinear("pairs", CpuGrowthTest::numbers, pairs))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("pairs");
    }
}
