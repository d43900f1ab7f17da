package dev.semel.jdbc;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.Semel;
import java.nio.file.Path;

/** An application on a file that prints each acknowledgement to its standard output, and is never closed properly. */
final class AcknowledgingApplication {
    static final int CALLS = 25;

    private AcknowledgingApplication() {}

    public static void main(String[] args) {
        JdbcStore store = JdbcStore.sqlite(Path.of(args[0]));
        Operation<String> leased = operation(store, "leased");
        Operation<String> transactional = operation(store, "transactional");
        for (int i = 0; i < CALLS; i++) {
            String key = "k" + i;
            leased.once(key, "r", () -> "receipt " + key);
            acknowledge("leased " + key);
            transactional.in(store.transactions()).once(key, "r", connection -> "receipt " + key);
            acknowledge("transactional " + key);
        }
        Runtime.getRuntime().halt(0);
    }

    static Operation<String> operation(JdbcStore store, String name) {
        return Semel.on(store).operation(name, Codec.text()).build();
    }

    private static void acknowledge(String what) {
        System.out.println("ACK " + what);
        System.out.flush();
    }
}
