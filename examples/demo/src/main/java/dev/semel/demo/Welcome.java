package dev.semel.demo;

/** What is printed when the demo is ready. */
final class Welcome {
    private Welcome() {}

    static void print(int port) {
        String address = "http://127.0.0.1:" + port;
        String pay =
                "curl -i " + address + "/payments -H 'Idempotency-Key: try-1' -H 'Content-Type: application/json' -d ";
        // At once, so that whoever waits for the first line finds the others, too.
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
