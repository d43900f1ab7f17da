package dev.semel.engine;

import dev.semel.memory.MemoryStore;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import dev.semel.store.Store;
import dev.semel.store.Token;
import dev.semel.testkit.DelegatingStore;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LeasedForm;
import dev.semel.testkit.session.SessionContract;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("an operation under a lease in memory")
class LeasedFormTest {
    private static final int LIMIT = 1 << 20;

    @Nested
    @DisplayName("on the caller's thread")
    class Blocking extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.blocking(memory());
        }
    }

    @Nested
    @DisplayName("as a stage")
    class Staged extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.staged(memory());
        }
    }

    /** With a limit, as in other stores. */
    private static Store memory() {
        return new DelegatingStore(MemoryStore.create()) {
            @Override
            public OwnerWrite settle(RecordId id, Token token, Result result, Duration retention) {
                if (result.size() > LIMIT) {
                    throw new ResultTooLargeException(result.size(), LIMIT);
                }
                return super.settle(id, token, result, retention);
            }
        };
    }
}
