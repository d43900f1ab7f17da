package dev.semel.benchmarks;

/** A request of the usual size: what the fingerprint is taken of. */
record Payment(String account, String currency, long amount) {

    static Payment number(int n) {
        return new Payment("DE89370400440532013000", "EUR", 1_000L + n);
    }
}
