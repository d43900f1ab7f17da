package dev.semel;

/** Another call with the same key is running. Call again later. */
public final class InProgressException extends RefusedException {

    InProgressException(Facts facts) {
        super(
                facts.operation() + " is in progress under this key since " + facts.since()
                        + "; ask again, at the latest after "
                        + facts.leaseLeft().toMillis() + " ms, when its lease ends",
                facts);
    }
}
