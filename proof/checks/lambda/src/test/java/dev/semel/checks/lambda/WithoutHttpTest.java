package dev.semel.checks.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.checks.lambda.function.PlainFunction;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code semel-http} is an optional dependency: only a function with HTTP events carries it. */
@DisplayName("a function without semel-http")
class WithoutHttpTest {
    @Test
    @DisplayName("guards events and batches of records")
    void guards() throws Exception {
        try (URLClassLoader function = new URLClassLoader(carried(), ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> function.loadClass("dev.semel.http.HttpGuard"))
                    .isInstanceOf(ClassNotFoundException.class);
            Object answers = ((Supplier<?>) function.loadClass(PlainFunction.class.getName())
                            .getDeclaredConstructor()
                            .newInstance())
                    .get();
            assertThat(answers).isEqualTo(List.of("receipt 1", "receipt 1", "batch 1", "batch 1"));
        }
    }

    /** What Maven resolves for a function, and the classes of this test. */
    private static URL[] carried() throws Exception {
        List<URL> urls = new ArrayList<>();
        urls.add(url(Path.of("target", "test-classes")));
        for (String each : Files.readString(Path.of("target", "function.classpath"))
                .strip()
                .split(File.pathSeparator, -1)) {
            urls.add(url(Path.of(each)));
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
