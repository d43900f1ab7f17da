package dev.semel.checks.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Of all that comes along with {@code semel-lambda} and {@code semel-store-dynamodb}, as Maven resolves it. */
@DisplayName("what a function has to carry")
class SizeTest {
    /** The AWS SDK and the JMESPath library, each with what it needs itself. */
    private static final List<String> NOT_COUNTED = List.of(
            "/software/amazon/awssdk/",
            "/software/amazon/eventstream/",
            "/org/reactivestreams/reactive-streams/",
            "/org/slf4j/slf4j-api/",
            "/io/burt/",
            "/com/fasterxml/jackson/core/");

    private static List<Path> closure() throws IOException {
        String classPath = Files.readString(Path.of("target", "function.classpath"));
        return Arrays.stream(classPath.strip().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private static boolean isCounted(Path jar) {
        String name = jar.toString().replace(File.separatorChar, '/');
        return NOT_COUNTED.stream().noneMatch(name::contains);
    }

    @Test
    @DisplayName("beside the AWS SDK and the JMESPath library is 520 KB at most, whatever it is")
    void jars() throws Exception {
        Map<Path, Long> sizes = new TreeMap<>();
        for (Path each : closure()) {
            if (isCounted(each)) {
                sizes.put(each, Files.isDirectory(each) ? packed(each) : Files.size(each));
            }
        }
        long all = sizes.values().stream().mapToLong(Long::longValue).sum();
        assertThat(all).as(sizes.toString()).isBetween(100_000L, 520_000L);
        assertThat(sizes).hasSizeGreaterThanOrEqualTo(5);
    }

    /** As large as the jar of these classes will be. */
    private static long packed(Path folder) throws IOException {
        AtomicLong bytes = new AtomicLong();
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int one) {
                bytes.incrementAndGet();
            }

            @Override
            public void write(byte[] some, int from, int count) {
                bytes.addAndGet(count);
            }
        };
        try (ZipOutputStream jar = new ZipOutputStream(counting);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
        return bytes.get();
    }
}
