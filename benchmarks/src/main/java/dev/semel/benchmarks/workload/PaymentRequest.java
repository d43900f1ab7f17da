package dev.semel.benchmarks.workload;

/**
 * A request of the usual size, of which the fingerprint is taken.
 *
 * @param account the account that pays
 * @param currency the currency of the amount
 * @param amount the amount in the smallest unit
 */
public record PaymentRequest(String account, String currency, long amount) {

    /** Returns one of many different requests. */
    public static PaymentRequest number(int n) {
        return new PaymentRequest("DE89370400440532013000", "EUR", 1_000L + n);
    }
}
