package dev.semel.testkit.mutant;

import dev.semel.testkit.history.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The deliberate bugs that the provers have found, in a file that several processes can extend one after the other. */
public final class Findings {
    /** The environment variable that names the file. */
    public static final String VARIABLE = "SEMEL_FINDINGS";

    private final @Nullable Path file;

    /**
     * Creates findings in a file.
     *
     * @param file the file; {@code null} to discard the findings
     */
    public Findings(@Nullable Path file) {
        this.file = file;
    }

    /** Returns findings in the file that {@link #VARIABLE} names, or discards them if it names none. */
    public static Findings fromEnvironment() {
        String name = System.getenv(VARIABLE);
        return new Findings(name == null || name.isBlank() ? null : Path.of(name));
    }

    /** Returns whether the findings are kept. */
    public boolean areKept() {
        return file != null;
    }

    /**
     * Records that a prover found a mutant.
     *
     * @param by the rule or the number of cases that found it
     */
    public synchronized void found(Mutant mutant, Prover prover, Object by) {
        if (file != null) {
            try {
                Files.writeString(
                        file,
                        Line.of("mutant", mutant, "prover", prover, "by", by).json() + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns a table of what each prover has found, mutant by mutant, with {@code NOT FOUND} where a prover missed one. */
    public String table() {
        Map<Mutant, Map<Prover, String>> found = read();
        StringBuilder table = new StringBuilder();
        for (Mutant mutant : Mutant.values()) {
            List<String> cells = new ArrayList<>();
            for (Prover prover : Prover.values()) {
                if (mutant.isFor(prover)) {
                    cells.add(
                            prover + ": " + found.getOrDefault(mutant, Map.of()).getOrDefault(prover, "NOT FOUND"));
                }
            }
            if (!cells.isEmpty()) {
                table.append(String.format("%-34s %s%n", mutant, mutant.meaning()));
                cells.forEach(cell -> table.append(String.format("%-34s   %s%n", "", cell)));
            }
        }
        return table.toString();
    }

    /** Returns the number of misses: each mutant counts once for each prover that should have found it and did not. */
    public int missing() {
        Map<Mutant, Map<Prover, String>> found = read();
        int missing = 0;
        for (Prover prover : Prover.values()) {
            for (Mutant mutant : Mutant.of(prover)) {
                missing += found.getOrDefault(mutant, Map.of()).containsKey(prover) ? 0 : 1;
            }
        }
        return missing;
    }

    private Map<Mutant, Map<Prover, String>> read() {
        Map<Mutant, Map<Prover, String>> found = new EnumMap<>(Mutant.class);
        if (file != null && Files.exists(file)) {
            try (var lines = Files.lines(file)) {
                lines.map(Line::parse)
                        .forEach(line -> found.computeIfAbsent(
                                        Mutant.valueOf(line.text("mutant")), mutant -> new EnumMap<>(Prover.class))
                                .put(Prover.valueOf(line.text("prover")), line.text("by")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }
}
