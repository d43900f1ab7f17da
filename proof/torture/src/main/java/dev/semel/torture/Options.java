package dev.semel.torture;

import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import dev.semel.torture.protocol.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.UnmatchedArgumentException;

/** The options of the command. Each method throws {@link IllegalArgumentException} with a message for the user if an option makes no sense. */
final class Options {
    static final List<String> STORES = List.of(
            "sqlite",
            "postgresql",
            "postgresql-standby",
            "postgresql-async",
            "mariadb",
            "mariadb-small",
            "mysql",
            "mysql-small",
            "redis",
            "redis-sentinel",
            "redis-cluster",
            "dynamodb");
    private static final List<String> ADDRESSES = List.of(
            "sqlite:",
            "jdbc:postgresql:",
            "jdbc:mariadb:",
            "jdbc:mysql:",
            "redis:",
            "rediss:",
            "redis-sentinel:",
            "redis-cluster:",
            "dynamodb:");
    private static final long MINUTES_AT_MOST = 10_000;

    @Option(names = "--store")
    private @Nullable String store;

    @Option(names = "--http")
    private @Nullable String http;

    @Option(names = "--minutes")
    private @Nullable String minutes;

    @Option(names = "--mutants")
    private boolean allMutants;

    @Option(names = "--mutant")
    private @Nullable String mutants;

    @Option(names = "--seconds")
    private @Nullable String seconds;

    @Option(names = "--seed")
    private @Nullable String seed;

    @Option(names = "--out")
    private @Nullable String out;

    @Option(names = "--results")
    private @Nullable String results;

    @Option(names = "--java")
    private @Nullable String java;

    private Options() {}

    static Options of(String... args) {
        Options options = new Options();
        try {
            new CommandLine(options)
                    .setExpandAtFiles(false)
                    .setOverwrittenOptionsAllowed(true)
                    .parseArgs(args);
        } catch (MissingParameterException e) {
            OptionSpec option = (OptionSpec) e.getMissing().get(0);
            throw new IllegalArgumentException(option.longestName() + " has no value; give one after it.");
        } catch (UnmatchedArgumentException e) {
            throw new IllegalArgumentException(
                    "unknown option '" + e.getUnmatched().get(0) + "'.");
        }
        options.checkTogether();
        return options;
    }

    /** Takes the store from the environment unless an argument names one; arguments can be seen by every user of the machine. */
    Options storeOr(@Nullable String fromEnvironment) {
        if (fromEnvironment != null && !fromEnvironment.isBlank() && !isForMutants()) {
            store = store == null ? fromEnvironment : store;
        }
        return this;
    }

    private void checkTogether() {
        if (isForMutants() && store != null) {
            throw new IllegalArgumentException(
                    "--store cannot be combined with --mutants or --mutant: each mutant chooses its store.");
        } else if (isForMutants() && minutes != null) {
            throw new IllegalArgumentException("--minutes is for a store; give --seconds, which is for each mutant.");
        } else if (!isForMutants() && seconds != null) {
            throw new IllegalArgumentException("--seconds is for mutants; give --minutes for a store.");
        } else if (isForMutants() && results != null) {
            throw new IllegalArgumentException("--results is for a store; mutants have no result to keep.");
        }
    }

    /** Returns the home of the JDK for workers, if one was named. */
    @Nullable
    String java(@Nullable String fromEnvironment) {
        return java == null ? fromEnvironment : java;
    }

    boolean isForMutants() {
        return allMutants || mutants != null;
    }

    /** Returns the mutants that were named, or all of the rig. */
    List<Mutant> mutants() {
        List<Mutant> all = Mutant.of(Prover.RIG);
        if (mutants == null) {
            return all;
        }
        List<String> names = Arrays.asList(mutants.split(",", -1));
        for (String name : names) {
            if (all.stream().noneMatch(mutant -> mutant.name().equals(name))) {
                throw new IllegalArgumentException("unknown mutant '" + name + "'; must be one of "
                        + all.stream().map(Mutant::name).collect(Collectors.joining(", ")) + ".");
            }
        }
        return names.stream().map(Mutant::valueOf).toList();
    }

    String store() {
        String wanted = store == null ? "" : store;
        if (!STORES.contains(wanted) && ADDRESSES.stream().noneMatch(wanted::startsWith)) {
            // What was given may be an address with a password in it.
            throw new IllegalArgumentException("--store or SEMEL_STORE must be one of " + STORES
                    + ", or an address that begins with one of " + ADDRESSES + ".");
        }
        if (wanted.startsWith("dynamodb:")) {
            DynamoDbAddress.of(wanted);
        }
        return wanted;
    }

    long seed() {
        if (seed == null) {
            return Math.floorMod(System.nanoTime(), 1_000_000L);
        }
        try {
            long number = Long.parseLong(seed);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                "--seed is '" + seed + "'; must be a whole number from 0 to " + Long.MAX_VALUE + ".");
    }

    /** Returns the role of the workers, which serve HTTP requests with {@code --http}. */
    Role role() {
        String wanted = http;
        if (wanted == null) {
            return Role.WORKER;
        }
        return Arrays.stream(Role.values())
                .filter(role -> role.isService() && role.word().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("--http is '" + wanted + "'; must be servlet or webflux."));
    }

    /** Returns the folder for runs. The launcher sets the default, since the command may be called from any folder. */
    Path out() {
        return Path.of(out != null ? out : System.getProperty("semel.torture.runs", "proof/torture/target/runs"));
    }

    /** Returns the folder that the result is also written to, if one was named. */
    @Nullable
    Path results() {
        return results == null ? null : Path.of(results);
    }

    Duration minutes() {
        return Duration.ofMillis(Math.round(number("--minutes", minutes, 1, MINUTES_AT_MOST) * 60_000));
    }

    Duration seconds() {
        return Duration.ofMillis(Math.round(number("--seconds", seconds, 40, MINUTES_AT_MOST * 60) * 1_000));
    }

    private static double number(String name, @Nullable String number, double fallback, long most) {
        try {
            double value = number == null ? fallback : Double.parseDouble(number);
            if (value > 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                name + " is '" + number + "'; must be a number above 0 and at most " + most + ".");
    }
}
