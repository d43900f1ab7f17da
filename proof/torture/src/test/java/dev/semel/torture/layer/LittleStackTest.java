package dev.semel.torture.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("torture")
@DisplayName("a call with hardly any stack left")
class LittleStackTest {
    private static final int DEEP = 40;

    private final LittleStack stack = new LittleStack(1_000);
    private final Set<Integer> reached = new HashSet<>();

    private int descend(int depth) {
        reached.add(depth);
        return depth == DEEP ? depth : descend(depth + 1) + depth - depth;
    }

    @Test
    @DisplayName("overflows at one place or another, or comes through, and its caller learns that it was on purpose")
    void overflows() throws Exception {
        int through = 0;
        int over = 0;
        Thread.sleep(600); // until it strikes
        for (int i = 0; i < 3_000 && (through == 0 || over == 0); i++) {
            try {
                assertThat(stack.call(() -> descend(0))).isEqualTo(DEEP);
                through++;
            } catch (LittleStack.Overflow e) {
                over++;
            }
        }

        assertThat(through).isPositive();
        assertThat(over).isPositive();
        assertThat(reached).contains(DEEP);
    }

    @Test
    @DisplayName("fails as ever where it fails otherwise")
    void otherwise() {
        assertThatThrownBy(() -> new LittleStack(0).call(() -> {
                    throw new IllegalStateException("as ever");
                }))
                .hasMessage("as ever");
    }
}
