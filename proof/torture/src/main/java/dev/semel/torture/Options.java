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

/** What the command was told. Each method throws {@link IllegalArgumentException} with a sentence for the user if that makes no sense. */
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
            throw new IllegalArgumentException("torture wants something after " + option.longestName() + ".");
        } catch (UnmatchedArgumentException e) {
            throw new IllegalArgumentException(
                    "torture does not know '" + e.getUnmatched().get(0) + "'.");
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
                    "torture chooses the store of each mutant: leave out --store, or --mutants and --mutant.");
        } else if (isForMutants() && minutes != null) {
            throw new IllegalArgumentException("torture wants --seconds for mutants, for each of them, not --minutes.");
        } else if (!isForMutants() && seconds != null) {
            throw new IllegalArgumentException("torture wants --minutes for a store; --seconds is for mutants.");
        }
    }

    /** The home of the Java that workers are to run on, if one was named. */
    @Nullable
    String java(@Nullable String fromEnvironment) {
        return java == null ? fromEnvironment : java;
    }

    boolean isForMutants() {
        return allMutants || mutants != null;
    }

    /** Those that were named, or all. */
    List<Mutant> mutants() {
        List<Mutant> all = Mutant.of(Prover.RIG);
        if (mutants == null) {
            return all;
        }
        List<String> names = Arrays.asList(mutants.split(",", -1));
        for (String name : names) {
            if (all.stream().noneMatch(mutant -> mutant.name().equals(name))) {
                throw new IllegalArgumentException("torture has no mutant '" + name + "'; it has "
                        + all.stream().map(Mutant::name).collect(Collectors.joining(", ")) + ".");
            }
        }
        return names.stream().map(Mutant::valueOf).toList();
    }

    String store() {
        String wanted = store == null ? "" : store;
        if (!STORES.contains(wanted) && ADDRESSES.stream().noneMatch(wanted::startsWith)) {
            // What was given may be an address with a password in it.
            throw new IllegalArgumentException("torture wants --store, or SEMEL_STORE in the environment: one of "
                    + STORES + ", or an address that begins with one of " + ADDRESSES + ".");
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
            // Said below.
        }
        throw new IllegalArgumentException(
                "torture wants a whole number from 0 to " + Long.MAX_VALUE + " for --seed, and got '" + seed + "'.");
    }

    /** What the workers do: they serve HTTP requests if that was asked for. */
    Role role() {
        String wanted = http;
        if (wanted == null) {
            return Role.WORKER;
        }
        return Arrays.stream(Role.values())
                .filter(role -> role.isService() && role.word().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "torture wants servlet or webflux for --http, and got '" + wanted + "'."));
    }

    /** Where runs go unless told otherwise is the launcher's to say, as the user may stand anywhere. */
    Path out() {
        return Path.of(out != null ? out : System.getProperty("semel.torture.runs", "proof/torture/target/runs"));
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
            // Said below.
        }
        throw new IllegalArgumentException(
                "torture wants a number above 0 and up to " + most + " for " + name + ", and got '" + number + "'.");
    }
}
