package dev.semel.torture.crew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.torture.layer.VirtualThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("torture")
@DisplayName("virtual threads")
class VirtualThreadsTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("are there from Java 21 on")
    void start() throws Exception {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        Thread thread = VirtualThreads.start(() -> ran.complete(true));

        assertThat(thread != null).isEqualTo(Runtime.version().feature() >= 21);
        if (thread != null) {
            assertThat(ran.get(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    @DisplayName("run in the initialiser of a class as often as they are to, and what is thrown there comes out")
    void pinned() throws Exception {
        List<String> ran = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            VirtualThreads.runPinned(() -> ran.add(new Throwable().getStackTrace()[2].getMethodName()));
        }

        assertThat(ran).containsExactly("<clinit>", "<clinit>", "<clinit>");
        assertThatThrownBy(() -> VirtualThreads.runPinned(() -> {
                    throw new InterruptedException("as ever");
                }))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("as ever");
    }

    @Test
    @DisplayName("need a Java that is there")
    void home() {
        assertThatThrownBy(() -> WorkersJava.use(folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no bin/java in " + folder + "; give the home of a JDK.");
        assertThat(WorkersJava.home()).isEqualTo(Path.of(System.getProperty("java.home")));
        assertThat(WorkersJava.version()).isEqualTo(Runtime.version().feature());
    }
}
