package dev.semel.torture;

import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.testkit.mutant.Prover;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
    private static final List<String> WITH_VALUE =
            List.of("--store", "--minutes", "--seed", "--out", "--mutant", "--seconds", "--http", "--java");
    private static final long MINUTES_AT_MOST = 10_000;

    private final Map<String, String> given = new HashMap<>();

    private Options() {}

    static Options of(String... args) {
        Options options = new Options();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--mutants")) {
                options.given.put("--mutants", "");
            } else if (!WITH_VALUE.contains(args[i])) {
                throw new IllegalArgumentException("torture does not know '" + args[i] + "'.");
            } else if (i + 1 == args.length) {
                throw new IllegalArgumentException("torture wants something after " + args[i] + ".");
            } else {
                options.given.put(args[i], args[++i]);
            }
        }
        options.checkTogether();
        return options;
    }

    /** Takes the store from the environment unless an argument names one; arguments can be seen by every user of the machine. */
    Options storeOr(@Nullable String fromEnvironment) {
        if (fromEnvironment != null && !fromEnvironment.isBlank() && !isForMutants()) {
            given.putIfAbsent("--store", fromEnvironment);
        }
        return this;
    }

    private void checkTogether() {
        if (isForMutants() && given.containsKey("--store")) {
            throw new IllegalArgumentException(
                    "torture chooses the store of each mutant: leave out --store, or --mutants and --mutant.");
        } else if (isForMutants() && given.containsKey("--minutes")) {
            throw new IllegalArgumentException("torture wants --seconds for mutants, for each of them, not --minutes.");
        } else if (!isForMutants() && given.containsKey("--seconds")) {
            throw new IllegalArgumentException("torture wants --minutes for a store; --seconds is for mutants.");
        }
    }

    /** The home of the Java that workers are to run on, if one was named. */
    @Nullable
    String java(@Nullable String fromEnvironment) {
        return given.getOrDefault("--java", fromEnvironment);
    }

    boolean isForMutants() {
        return given.containsKey("--mutants") || given.containsKey("--mutant");
    }

    /** Those that were named, or all. */
    List<Mutant> mutants() {
        List<Mutant> all = Mutant.of(Prover.RIG);
        String named = given.get("--mutant");
        if (named == null) {
            return all;
        }
        List<String> names = Arrays.asList(named.split(",", -1));
        for (String name : names) {
            if (all.stream().noneMatch(mutant -> mutant.name().equals(name))) {
                throw new IllegalArgumentException("torture has no mutant '" + name + "'; it has "
                        + all.stream().map(Mutant::name).collect(Collectors.joining(", ")) + ".");
            }
        }
        return names.stream().map(Mutant::valueOf).toList();
    }

    String store() {
        String store = given.getOrDefault("--store", "");
        if (!STORES.contains(store) && ADDRESSES.stream().noneMatch(store::startsWith)) {
            // What was given may be an address with a password in it.
            throw new IllegalArgumentException("torture wants --store, or SEMEL_STORE in the environment: one of "
                    + STORES + ", or an address that begins with one of " + ADDRESSES + ".");
        }
        if (store.startsWith("dynamodb:")) {
            DynamoDbAddress.of(store);
        }
        return store;
    }

    long seed() {
        String seed = given.get("--seed");
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
        String http = given.get("--http");
        if (http == null) {
            return Role.WORKER;
        }
        return Arrays.stream(Role.values())
                .filter(role -> role.isService() && role.word().equals(http))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "torture wants servlet or webflux for --http, and got '" + http + "'."));
    }

    /** Where runs go unless told otherwise is the launcher's to say, as the user may stand anywhere. */
    Path out() {
        @Nullable String out = given.get("--out");
        return Path.of(out != null ? out : System.getProperty("semel.torture.runs", "torture/target/runs"));
    }

    Duration minutes() {
        return Duration.ofMillis(Math.round(number("--minutes", 1, MINUTES_AT_MOST) * 60_000));
    }

    Duration seconds() {
        return Duration.ofMillis(Math.round(number("--seconds", 40, MINUTES_AT_MOST * 60) * 1_000));
    }

    private double number(String name, double fallback, long most) {
        String number = given.get(name);
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
