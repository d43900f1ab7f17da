package dev.semel.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.http.HttpGuard;
import dev.semel.jackson.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a function has to carry")
class SizeTest {
    @Test
    @DisplayName("of Semel, beside the AWS SDK and the JMESPath library, is 600 KB at most")
    void jars() throws Exception {
        long all = 0;
        for (Class<?> each :
                List.of(Semel.class, JsonCodec.class, HttpGuard.class, LambdaGuard.class, DynamoDbStore.class)) {
            all += size(each);
        }
        assertThat(all).isBetween(100_000L, 600_000L);
    }

    private static long size(Class<?> type) throws IOException, URISyntaxException {
        Path place =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        return Files.isDirectory(place) ? packed(place) : Files.size(place);
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
