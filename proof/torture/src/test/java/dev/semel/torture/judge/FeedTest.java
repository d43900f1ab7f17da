package dev.semel.torture.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.book.Books;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("the feed, at the end")
class FeedTest {
    private static final String ROLLED_BACK =
            "{\"k\":\"EFFECT\",\"t\":1,\"w\":\"0.1\",\"id\":\"book.wait|t|1\",\"u\":\"u1\",\"q\":\"a\",\"doomed\":1}";

    @TempDir
    private Path folder;

    private final Checker checker =
            new Checker(Times.of(Duration.ofMillis(400), Duration.ofMillis(5), Duration.ofMillis(5)));

    @Test
    @DisplayName("tries again until the books can be read, and has them judged")
    void readsBooksToTheEnd() throws Exception {
        Feed feed = new Feed(folder, new Away(2), checker, Duration.ofSeconds(30));

        feed.pollAll();

        assertThat(checker.violations()).extracting(Violation::rule).containsExactly(Rule.ROLLED_BACK_IS_GONE);
    }

    @Test
    @DisplayName("fails if the books can't be read")
    void failsLoudly() {
        Feed feed = new Feed(folder, new Away(Integer.MAX_VALUE), checker, Duration.ZERO);

        assertThatThrownBy(feed::pollAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("books could not be read");
    }

    /** Books that can't be read some times, and then have one row that should not be there. */
    private static final class Away implements Books {
        private int times;

        Away(int times) {
            this.times = times;
        }

        @Override
        public void read(Consumer<String> entries) throws AwayException {
            if (times-- > 0) {
                throw new AwayException(new IOException("away"));
            }
            entries.accept(ROLLED_BACK);
        }

        @Override
        public void close() {}
    }
}
