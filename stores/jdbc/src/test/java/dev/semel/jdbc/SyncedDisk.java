package dev.semel.jdbc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A disk that keeps only what was synced, reconstructed from the system calls of a process as strace prints them. A write counts once its
 * file is synced, and the creation or deletion of a file once its folder is synced. Everything else is lost.
 */
final class SyncedDisk {
    // A call that another thread's call interrupts is printed in two parts, the second one with more spaces.
    private static final Pattern OPENED = Pattern.compile("openat\\(AT_FDCWD, \"(.*)\", .*\\) += (\\d+)$");
    private static final Pattern WRITTEN = Pattern.compile("pwrite64\\((\\d+), \"(.*)\", \\d+, (\\d+)");
    private static final Pattern DELETED = Pattern.compile("unlink\\(\"(.*)\"\\)");
    private static final Pattern UNFINISHED = Pattern.compile("^(\\d+) +(.*) <unfinished \\.\\.\\.>$");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)$");
    private static final Pattern CUT = Pattern.compile("ftruncate\\((\\d+), (\\d+)");
    private static final Pattern SYNCED = Pattern.compile("(?:fdatasync|fsync)\\((\\d+)\\)");
    private static final Pattern SAID = Pattern.compile("write\\(1, \"(.*?)\"");

    /** A write at a position; no bytes mean that the file ends there. */
    private record Change(long at, ByteBuffer bytes) {}

    private final Path from;
    private final Path to;
    private final Map<Integer, String> files = new HashMap<>();
    private final Map<String, List<Change>> unsynced = new HashMap<>();
    private final Map<String, String> unfinished = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> syncedNames = new HashSet<>();
    private int syncs;

    /**
     * Creates an empty disk.
     *
     * @param from the folder in which the process wrote
     * @param to an empty folder
     */
    SyncedDisk(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /** Returns how often a file in the folder was synced. */
    int syncs() {
        return syncs;
    }

    /** Returns the files that exist after a power cut. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(to)) {
            return all.filter(file -> syncedNames.contains(file.getFileName().toString()))
                    .toList();
        }
    }

    /** Applies one line of strace; returns what the process wrote to its standard output, or nothing. */
    String follow(String line) throws IOException {
        Matcher begun = UNFINISHED.matcher(line);
        if (begun.find()) {
            unfinished.put(begun.group(1), begun.group(2));
            return "";
        }
        Matcher resumed = RESUMED.matcher(line);
        return followWhole(resumed.find() ? unfinished.remove(resumed.group(1)) + resumed.group(2) : line);
    }

    private String followWhole(String line) throws IOException {
        Matcher opened = OPENED.matcher(line);
        Matcher written = WRITTEN.matcher(line);
        Matcher cut = CUT.matcher(line);
        Matcher synced = SYNCED.matcher(line);
        Matcher said = SAID.matcher(line);
        Matcher deleted = DELETED.matcher(line);
        if (opened.find()) {
            String name = text(opened.group(1));
            files.put(Integer.parseInt(opened.group(2)), name);
            names.add(Path.of(name).getFileName().toString());
        } else if (deleted.find()) {
            names.remove(Path.of(text(deleted.group(1))).getFileName().toString());
        } else if (written.find()) {
            change(
                    written.group(1),
                    new Change(Long.parseLong(written.group(3)), ByteBuffer.wrap(bytes(written.group(2)))));
        } else if (cut.find()) {
            change(cut.group(1), new Change(Long.parseLong(cut.group(2)), ByteBuffer.allocate(0)));
        } else if (synced.find()) {
            sync(files.getOrDefault(Integer.parseInt(synced.group(1)), ""));
        } else if (said.find()) {
            return text(said.group(1));
        }
        return "";
    }

    private void change(String file, Change change) {
        String name = files.getOrDefault(Integer.parseInt(file), "");
        if (name.startsWith(from.toString())) {
            unsynced.computeIfAbsent(name, key -> new ArrayList<>()).add(change);
        }
    }

    private void sync(String name) throws IOException {
        if (!name.startsWith(from.toString())) {
            return;
        }
        syncs++;
        if (name.equals(from.toString())) {
            syncedNames.clear();
            syncedNames.addAll(names);
        }
        List<Change> changes = unsynced.remove(name);
        if (changes == null) {
            return;
        }
        Path copy = to.resolve(from.relativize(Path.of(name)));
        try (RandomAccessFile file = new RandomAccessFile(copy.toFile(), "rw")) {
            for (Change change : changes) {
                if (change.bytes().hasRemaining()) {
                    file.getChannel().write(change.bytes(), change.at());
                } else {
                    file.setLength(change.at());
                }
            }
        }
    }

    private static String text(String escaped) {
        return new String(bytes(escaped), StandardCharsets.ISO_8859_1);
    }

    /** Parses the output of strace -xx: each byte as two hexadecimal digits. */
    private static byte[] bytes(String escaped) {
        byte[] bytes = new byte[escaped.length() / 4];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(escaped.substring(4 * i + 2, 4 * i + 4), 16);
        }
        return bytes;
    }
}
