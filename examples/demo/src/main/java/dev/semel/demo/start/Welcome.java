package dev.semel.demo.start;

/** The output of the demo when it is ready. */
public final class Welcome {
    private Welcome() {}

    /** Prints the address and three requests to try. */
    public static void print(int port) {
        String address = "http://127.0.0.1:" + port;
        String pay =
                "curl -i " + address + "/payments -H 'Idempotency-Key: try-1' -H 'Content-Type: application/json' -d ";
        // In one write, so that a script that waits for the first line finds the others as well.
        System.out.print(String.join(
                System.lineSeparator(),
                "Semel demo is ready: " + address,
                "  " + pay + "'{\"account\":\"a-1\",\"amount\":1250,\"currency\":\"EUR\"}'",
                "  " + pay + "'{\"account\":\"a-1\",\"amount\":9999,\"currency\":\"EUR\"}'",
                "  curl -s '" + address + "/effects?operation=payments.create'",
                ""));
        System.out.flush();
    }
}
