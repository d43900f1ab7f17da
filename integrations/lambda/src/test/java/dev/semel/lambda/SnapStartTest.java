package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.StoreException;
import dev.semel.testkit.Fault;
import dev.semel.testkit.StoreCall;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("before a snapshot")
class SnapStartTest {
    private final Shop shop = new Shop();

    @Test
    @DisplayName("one operation is recorded and replayed, for each snapshot")
    void warmsUp() {
        SnapStart hook = SnapStart.warmUp(shop.semel);
        for (int snapshot = 1; snapshot <= 2; snapshot++) {
            hook.beforeCheckpoint(null);
            hook.afterRestore(null);
            assertThat(shop.store.count(StoreCall.CLAIM)).isEqualTo(2 * snapshot);
            assertThat(shop.store.count(StoreCall.SETTLE)).isEqualTo(snapshot);
        }
    }

    @Test
    @DisplayName("an unreachable store is logged and does not fail the snapshot")
    void storeIsAway() {
        Fault away = Fault.error(new StoreException("away", null));
        shop.store.next(StoreCall.CLAIM, away, away, away);
        try (Warnings warnings = new Warnings()) {
            SnapStart.warmUp(shop.semel).beforeCheckpoint(null);
            assertThat(warnings.all()).hasSize(1);
        }
    }
}
