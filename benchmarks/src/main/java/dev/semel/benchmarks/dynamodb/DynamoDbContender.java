package dev.semel.benchmarks.dynamodb;

/**
 * A way to make a payment once, with its result of 1 KB in DynamoDB.
 *
 * @param name its name in the report
 * @param replays whether a second call with the same key gets the result of the first
 * @param call makes the payment of a key, or replays it
 */
record DynamoDbContender(String name, boolean replays, Call call) {

    /** One call. */
    @FunctionalInterface
    interface Call {
        /** Makes the payment of this key, and returns its receipt. */
        String pay(String key) throws Throwable;
    }

    /** Calls, and fails unless it gets the expected receipt. */
    void pay(String key) throws Exception {
        String receipt;
        try {
            receipt = call.pay(key);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (!receipt.equals(DynamoDbContenders.RECEIPT)) {
            throw new IllegalStateException(name + " returned another receipt, so its figures are worthless");
        }
    }
}
