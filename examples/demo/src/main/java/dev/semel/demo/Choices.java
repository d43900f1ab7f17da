package dev.semel.demo;

import dev.semel.boot.StoreAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user has chosen on the command line.
 *
 * @param port 8080 by default; 0 takes a free one
 * @param store what {@code SEMEL_STORE} names in the environment by default, else a file of SQLite in the data folder
 * @param data the folder for files
 * @param quota how many requests each caller has in a month; 10,000 by default
 */
record Choices(int port, StoreAddress store, Path data, long quota) {
    private static final long MOST = 999_999_999_999_999L;

    /** The user has asked for something that can't be done; the message is one sentence. */
    static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String sentence) {
            super(sentence);
        }
    }

    /**
     * What the arguments say.
     *
     * @param environment the store if no argument names one; arguments can be seen by every user of the machine
     */
    static Choices of(@Nullable String environment, List<String> arguments) {
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
                    throw new Wrong("The demo does not know " + arguments.get(i)
                            + "; it takes --port N, --store URL, --data DIR and --quota N.");
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
            // Said below.
        }
        throw new Wrong(option + " wants a number from 0 to " + most + ".");
    }

    private static String required(String option, String value) {
        if (value.isBlank()) {
            throw new Wrong(option + " wants a value after it.");
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

    /** Where payments and effects are: beside the records if these are in a database, else in a file. */
    StoreAddress ledger() {
        return store.isSql() ? store : StoreAddress.of("sqlite:" + data.resolve("effects.db"));
    }
}
