package dev.semel;

/** The key was used before for a different request. Use a new key for a new request. */
public final class MismatchException extends RefusedException {

    MismatchException(Facts facts) {
        super(
                facts.operation() + " was asked for under this key with another request, at " + facts.since()
                        + "; use a new key for a new request, or send the first request again unchanged",
                facts);
    }
}
