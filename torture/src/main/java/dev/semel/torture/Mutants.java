package dev.semel.torture;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rig's proof of itself: what is broken on purpose must be found, each within a bounded run on SQLite. */
final class Mutants {
    private final long seed;
    private final Path out;
    private final Duration atMost;
    private final PrintStream console;

    Mutants(long seed, Path out, Duration atMost, PrintStream console) {
        this.seed = seed;
        this.out = out;
        this.atMost = atMost;
        this.console = console;
    }

    /**
     * Runs all, or one of them.
     *
     * @return whether all were found
     */
    boolean run(@Nullable String only) throws Exception {
        List<String> missed = new ArrayList<>();
        for (Mutant mutant : chosen(only)) {
            Run run = run(mutant);
            if (run.violations().isEmpty()) {
                missed.add(mutant.name());
                console.printf("%-34s NOT FOUND in %d s%n", mutant, atMost.toSeconds());
            } else {
                console.printf(
                        "%-34s found after %4.1f s by %s%n",
                        mutant, run.foundAfter(), run.violations().get(0).rule());
            }
        }
        console.println(missed.isEmpty() ? "All were found." : "Not found: " + missed);
        return missed.isEmpty();
    }

    private static List<Mutant> chosen(@Nullable String only) {
        return only == null
                ? Arrays.stream(Mutant.values())
                        .filter(mutant -> mutant != Mutant.NONE)
                        .toList()
                : Arrays.stream(only.split(",", -1)).map(Mutant::valueOf).toList();
    }

    Run run(Mutant mutant) throws Exception {
        Path folder = Torture.fresh(out, "mutant-" + mutant);
        return new Driver(new Settings("sqlite", atMost, seed, folder, mutant, true), quiet()).run();
    }

    private static PrintStream quiet() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }
}
