package dev.semel.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.batch.Combiner.Handover;
import java.lang.reflect.Constructor;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("an Error at any call or allocation of the combiner")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ErrorAtEachStepTest {
    private static final int LEAST_STEPS = 60;
    private static final int MOST_STEPS = 250;

    /** A run may take fewer steps than the one before it, since other threads may have sent its calls. */
    private static final int RUNS_WITHOUT = 5;

    @Test
    @DisplayName("in a caller that sends for others costs no lane and no call of another caller")
    void sender() throws ReflectiveOperationException {
        failAtEachStep(Handover.WAKE_HEAD, false);
    }

    @Test
    @DisplayName("in a caller of a transport that does not block costs no lane and no call of another caller")
    void caller() throws ReflectiveOperationException {
        failAtEachStep(Handover.SEND_ON, false);
    }

    @Test
    @DisplayName("in the thread that ends a batch costs no lane, also if a call of that batch has to be sent again")
    void replies() throws ReflectiveOperationException {
        failAtEachStep(Handover.SEND_ON, true);
    }

    private static void failAtEachStep(Handover handover, boolean strikesReplies) throws ReflectiveOperationException {
        Constructor<?> constructor = new SteppingLoader()
                .loadClass(SteppingCalls.class.getName())
                .getDeclaredConstructor(String.class, boolean.class);
        constructor.setAccessible(true);
        IntPredicate calls = (IntPredicate) constructor.newInstance(handover.name(), strikesReplies);
        calls.test(Integer.MAX_VALUE); // loads all classes
        int reached = 0;
        for (int step = 1, without = 0; step <= MOST_STEPS && without < RUNS_WITHOUT; step++) {
            boolean isReached = calls.test(step);
            reached += isReached ? 1 : 0;
            without = isReached ? 0 : without + 1;
        }
        assertThat(reached).as("steps").isGreaterThan(LEAST_STEPS);
    }
}
