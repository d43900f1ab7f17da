package dev.semel.momento;

import dev.semel.servers.momento.MomentoDouble;
import dev.semel.testkit.session.Form;
import dev.semel.testkit.session.LeasedForm;
import dev.semel.testkit.session.SessionContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("an operation on Momento")
class MomentoFormTest {
    private static MomentoDouble momento;

    @BeforeAll
    static void start() {
        momento = Doubles.start(MomentoDouble.Settings.DEFAULT);
    }

    @AfterAll
    static void stop() {
        momento.close();
    }

    private static MomentoStore open() {
        return MomentoStore.builder(momento.address(Doubles.CACHE))
                .skewAllowance(Duration.ZERO)
                .forgetInDoubt(true)
                .build();
    }

    @Nested
    @DisplayName("under a lease")
    class Leased extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.blocking(open());
        }
    }

    @Nested
    @DisplayName("as a stage under a lease")
    class Staged extends SessionContract {
        @Override
        protected Form openForm() {
            return LeasedForm.staged(open());
        }
    }
}
