package dev.semel.torture.worker;

import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Line;
import dev.semel.torture.protocol.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files for effects outside of a transaction. All workers append to them, and never read or remove anything. Each effect goes
 * to the file of its record, so that a reconciler has little to read.
 */
final class Ledger {
    private static final int FILES = 128;

    private final Path folder;
    private final String worker;
    private final Journal[] files = new Journal[FILES];

    Ledger(Path folder, String worker) {
        this.folder = folder;
        this.worker = worker;
    }

    private static String name(int number) {
        return "ledger-" + number + ".jsonl";
    }

    private static int number(String id) {
        return Math.floorMod(id.hashCode(), FILES);
    }

    /** Takes effect, by appending a line. */
    void effect(String id, Object... namesAndValues) {
        file(number(id)).write(Kind.EFFECT, id, namesAndValues);
    }

    private synchronized Journal file(int number) {
        if (files[number] == null) {
            files[number] = Journal.shared(folder.resolve(name(number)), worker);
        }
        return files[number];
    }

    /** Returns the effect under a child key, if there is one, for a reconciler. */
    Optional<Line> find(String id, String childKey) {
        try {
            return Files.readAllLines(folder.resolve(name(number(id)))).stream()
                    .filter(line -> Journal.isWhole(line) && line.contains(childKey))
                    .map(Line::parse)
                    .filter(line -> childKey.equals(line.find("ck")))
                    .findFirst();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
