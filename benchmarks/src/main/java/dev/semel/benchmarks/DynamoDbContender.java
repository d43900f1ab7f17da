package dev.semel.benchmarks;

/** One way to do a payment once, with its result of 1 KB in DynamoDB. */
interface DynamoDbContender {

    /** How it is called in the report. */
    String name();

    /** Does the payment of that key, or replays it. */
    String call(Payment payment, String key) throws Throwable;

    /** Whether a second call with the same key gets the first one's answer. */
    default boolean replays() {
        return true;
    }
}
