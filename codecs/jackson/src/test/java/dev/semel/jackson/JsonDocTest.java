package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonDocTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    private static final String AROUND = """
            import com.fasterxml.jackson.core.type.TypeReference;
            import com.fasterxml.jackson.databind.json.JsonMapper;
            import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
            import dev.semel.*;
            import dev.semel.jackson.*;
            import dev.semel.memory.MemoryStore;
            import java.math.BigDecimal;
            import java.time.Instant;
            import java.util.List;

            public class Snippets {
                public static void run() throws Exception {
                    record Times(Instant at) {}
                    try (Semel semel = Semel.on(MemoryStore.create())) {
            %s
                    }
                }
            }
            """;

    @Test
    @DisplayName("the snippets of docs/json.md compile and run, one after another")
    void snippets(@TempDir Path classes) throws Exception {
        String doc = Files.readString(Path.of(System.getProperty("semel.root"), "docs", "json.md"));
        String snippets =
                SNIPPET.matcher(doc).results().map(found -> found.group(1)).collect(Collectors.joining("\n"));
        assertThat(snippets).contains("JsonCodec", "JsonFingerprinter", "JsonKey");
        compile(AROUND.formatted(snippets), classes);
        try (URLClassLoader compiled = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            compiled.loadClass("Snippets").getMethod("run").invoke(null);
        }
    }

    private static void compile(String source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options = List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString());
        boolean compiled = compiler.getTask(complaints, null, null, options, null, List.of(new Source(source)))
                .call();
        assertThat(compiled).as(complaints.toString()).isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///Snippets.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
