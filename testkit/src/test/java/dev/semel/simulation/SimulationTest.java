package dev.semel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the engine on virtual time")
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("semel.simulation.seeds", 20_000);
    private static final long FIRST = Long.getLong("semel.simulation.seed", 0);

    private static Simulation real(long seed) {
        return new Simulation(seed, clock -> MemoryStore.builder().clock(clock).build(), Simulation::engine);
    }

    @Test
    @DisplayName("keeps all rules under crashes, pauses and lost replies, for every seed")
    void keepsAllRules() {
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
            List<String> found = real(seed).run();
            if (!found.isEmpty()) {
                wrong.add("seed " + seed + ": " + found + "; run it again with ./semel simulate --seed " + seed);
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    @DisplayName("produces equal runs for equal seeds")
    void isDeterministic() {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            List<List<String>> transcripts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Simulation simulation = real(seed);
                simulation.run();
                transcripts.add(simulation.transcript());
            }
            assertThat(transcripts.get(0))
                    .as("seed %d", seed)
                    .isEqualTo(transcripts.get(1))
                    .isNotEmpty();
        }
    }
}
