package dev.semel.demo.start;

import dev.semel.boot.StoreAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line.
 *
 * @param port the port; defaults to 8080, and 0 takes a free one
 * @param store the address of the store; defaults to {@code SEMEL_STORE} in the environment, then to a file of SQLite in the data folder
 * @param data the folder for files; defaults to {@code demo-data}
 * @param quota the number of requests of each caller in a month; defaults to 10,000
 */
public record Choices(int port, StoreAddress store, Path data, long quota) {
    private static final long MOST = 999_999_999_999_999L;

    /** Ends the start with one sentence: an option or the environment is not valid. */
    public static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Creates one with the sentence to print. */
        public Wrong(String sentence) {
            super(sentence);
        }
    }

    /**
     * Parses the arguments.
     *
     * @param environment the store if no argument names one, since every user of the machine can see arguments
     * @throws Wrong if an argument is not valid
     */
    public static Choices of(@Nullable String environment, List<String> arguments) {
        int port = 8080;
        @Nullable String store = environment == null || environment.isBlank() ? null : environment;
        Path data = Path.of("demo-data");
        long quota = 10_000;
        for (int i = 0; i < arguments.size(); i += 2) {
            String value = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            switch (arguments.get(i)) {
                case "--port" -> port = Math.toIntExact(number("--port", value, 65_535));
                case "--quota" -> quota = number("--quota", value, MOST);
                case "--store" -> store = value;
                case "--data" -> data = Path.of(required("--data", value));
                default ->
                    throw new Wrong("Unknown option " + arguments.get(i)
                            + "; the demo takes --port N, --store URL, --data DIR and --quota N.");
            }
        }
        return new Choices(port, store == null ? inFile(data) : address(store), data, quota);
    }

    private static long number(String option, String value, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Wrong(option + " must be followed by a number from 0 to " + most + ".");
    }

    private static String required(String option, String value) {
        if (value.isBlank()) {
            throw new Wrong(option + " must be followed by a value.");
        }
        return value;
    }

    private static StoreAddress address(String store) {
        try {
            return StoreAddress.of(required("--store", store));
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new Wrong(Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".");
        }
    }

    private static StoreAddress inFile(Path data) {
        return StoreAddress.of("sqlite:" + data.resolve("demo.db"));
    }

    /** Returns the database of payments and effects: that of the records if it is a SQL database, otherwise a file of SQLite. */
    public StoreAddress ledger() {
        return store.isSql() ? store : StoreAddress.of("sqlite:" + data.resolve("effects.db"));
    }
}
