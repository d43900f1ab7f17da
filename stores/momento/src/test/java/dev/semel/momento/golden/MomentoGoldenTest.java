package dev.semel.momento.golden;

import dev.semel.momento.MomentoStore;
import dev.semel.store.Store;
import dev.semel.testkit.TestClock;
import dev.semel.testkit.store.StoredRecordsContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("what earlier releases have stored on Momento")
class MomentoGoldenTest {

    @Nested
    @DisplayName("records")
    class Records extends StoredRecordsContract {
        @Override
        protected String fileName() {
            return "momento.txt";
        }

        @Override
        protected Place<Store> open() {
            return new MomentoPlace<>(address -> MomentoStore.builder(address)
                    .clock(TestClock.create())
                    .longestTimeToLive(MomentoPlace.LONGEST)
                    .forgetInDoubt(true)
                    .build());
        }
    }
}
