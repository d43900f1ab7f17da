package dev.semel.torture.judge;

import dev.semel.torture.protocol.Journal;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the lines that were appended to a file since the last time. Not for use by many threads. */
final class Tail {
    private static final int MOST = 8 << 20;

    private final Path path;
    private long position;

    Tail(Path path) {
        this.path = path;
    }

    void read(Consumer<String> lines) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            while (position < length) {
                byte[] bytes = new byte[(int) Math.min(MOST, length - position)];
                file.seek(position);
                file.readFully(bytes);
                int end = lastLineEnd(bytes);
                if (end == 0) {
                    return;
                }
                position += end;
                new String(bytes, 0, end, StandardCharsets.UTF_8)
                        .lines()
                        .filter(Journal::isWhole)
                        .forEach(lines);
            }
        }
    }

    private static int lastLineEnd(byte[] bytes) {
        for (int i = bytes.length; i > 0; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }
}
