package dev.semel.torture;

import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkersJava;
import dev.semel.torture.driver.Driver;
import dev.semel.torture.driver.Run;
import dev.semel.torture.driver.RunFolder;
import dev.semel.torture.protocol.Role;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code ./semel torture}. Its exit code is 1 if a rule was broken or a mutant was not found, and 2 after wrong usage or a failure of the rig.
 */
public final class Torture {
    private static final String USAGE = """
            ./semel torture --store URL|NAME [--http servlet|webflux] [--minutes N] [--seed S] [--out DIR] [--results DIR] [--java HOME]
            ./semel torture --mutants [--mutant NAME,...] [--http servlet|webflux] [--seconds N] [--seed S] [--out DIR] [--java HOME]""";
    private static final PrintStream OUT = System.out;

    private Torture() {}

    /** Runs the command. */
    public static void main(String[] args) {
        if (Arrays.asList(args).contains("--help")) {
            OUT.println(USAGE);
            System.exit(0);
        }
        Callable<Integer> task = understood(args);
        try {
            System.exit(task.call());
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(2);
        }
    }

    private static Callable<Integer> understood(String... args) {
        try {
            return task(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
            throw e;
        }
    }

    private static Callable<Integer> task(String... args) {
        Options options = Options.of(args).storeOr(System.getenv("SEMEL_STORE"));
        String java = options.java(System.getenv(WorkersJava.VARIABLE));
        if (java != null && !java.isBlank()) {
            WorkersJava.use(java);
        }
        Callable<Integer> task = options.isForMutants() ? mutants(options) : run(options);
        checkWritable(options.out());
        return task;
    }

    /** Checks before anything starts that the folder can be written, by writing: permissions do not show a read-only disk. */
    static void checkWritable(Path out) {
        try {
            Files.delete(Files.createTempDirectory(Files.createDirectories(out), ".try"));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot create a folder in " + out + " (" + e + "); give a folder that can be written with --out.");
        }
    }

    private static Callable<Integer> mutants(Options options) {
        Role services = options.role() == Role.WORKER ? Role.SERVLET : options.role();
        Mutants mutants = new Mutants(options.seed(), options.out(), options.seconds(), OUT, services);
        List<Mutant> chosen = options.mutants();
        return () -> mutants.run(chosen) ? 0 : 1;
    }

    private static Callable<Integer> run(Options options) {
        Settings wanted = new Settings(
                options.store(), options.minutes(), options.seed(), options.out(), Mutant.NONE, false, options.role());
        Path results = options.results();
        if (results != null) {
            checkWritable(results);
        }
        return () -> {
            Path folder = RunFolder.fresh(wanted.out(), wanted.name().replace(' ', '-') + "-" + wanted.seed());
            OUT.println("Running on " + wanted.name() + " with seed " + wanted.seed() + ". History: " + folder);
            return report(new Driver(wanted.into(folder), OUT).run(), results);
        };
    }

    private static int report(Run run, @Nullable Path results) throws IOException {
        OUT.println(run.summary());
        RunFolder.write(run);
        if (results != null) {
            OUT.println("Result: " + RunFolder.writeResult(run, results));
        }
        OUT.println("Report: " + run.settings().out().resolve("report.html"));
        run.broken().stream()
                .min(Comparator.comparingInt(violation -> violation.witnesses().size()))
                .ifPresent(smallest ->
                        OUT.println("The smallest history that shows a violation:\n" + run.describe(smallest)));
        if (run.failure() != null) {
            System.err.println("The rig failed: " + run.failed());
        }
        return run.exitCode();
    }
}
