package dev.semel.torture;

import dev.semel.model.Exploration;
import dev.semel.testkit.mutant.Findings;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkersJava;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import dev.semel.torture.driver.RunFolder;
import dev.semel.torture.protocol.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs of mutants, each of which must be found within a limited time. */
final class Mutants {
    private final long seed;
    private final Path out;
    private final Duration atMost;
    private final PrintStream console;
    private final Role services;
    private final Findings findings = Findings.fromEnvironment();

    Mutants(long seed, Path out, Duration atMost, PrintStream console) {
        this(seed, out, atMost, console, Role.SERVLET);
    }

    /**
     * Breaks things.
     *
     * @param services what serves HTTP requests, for the mutants that need them
     */
    Mutants(long seed, Path out, Duration atMost, PrintStream console, Role services) {
        this.services = services;
        this.seed = seed;
        this.out = out;
        this.atMost = atMost;
        this.console = console;
    }

    /**
     * Runs these.
     *
     * @return whether all were found
     */
    boolean run(List<Mutant> chosen) throws IOException {
        List<String> missed = new ArrayList<>();
        for (Mutant mutant : chosen) {
            if (mutant == Mutant.SENT_BY_VIRTUAL_THREAD && !WorkersJava.hasVirtualThreads()) {
                console.printf(
                        "%-34s skipped: workers need Java 21 or later; name a JDK with --java or %s%n",
                        mutant, WorkersJava.VARIABLE);
                continue;
            }
            Run run = run(mutant);
            if (run.broken().isEmpty() || run.clockWasSet()) {
                missed.add(mutant.name());
                console.printf("%-34s NOT FOUND in %d s %s%n", mutant, atMost.toSeconds(), run.failed());
            } else {
                console.printf(
                        "%-34s found after %4.1f s by %s %s%n",
                        mutant, run.foundAfter(), run.broken().get(0).rule(), run.failed());
                String rule = run.broken().get(0).rule().name();
                findings.found(mutant, Prover.RIG, String.format("%s after %.1f s", rule, run.foundAfter()));
            }
        }
        if (findings.areKept()) {
            tryModel();
            console.print(findings.table());
            console.println("Not found or not run: " + findings.missing());
        }
        console.println(missed.isEmpty() ? "All mutants were found." : "Not found: " + missed);
        return missed.isEmpty();
    }

    private void tryModel() {
        for (Mutant mutant : Mutant.of(Prover.MODEL)) {
            Exploration.find(mutant).ifPresent(rule -> findings.found(mutant, Prover.MODEL, rule));
        }
    }

    Run run(Mutant mutant) throws IOException {
        Path folder = RunFolder.fresh(out, "mutant-" + mutant);
        Role role = mutant.name().startsWith("HTTP_") ? services : Role.WORKER;
        Run run = Driver.undisturbed(new Settings(mutant.store(), atMost, seed, folder, mutant, true, role), quiet());
        RunFolder.write(run);
        return run;
    }

    private static PrintStream quiet() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }
}
