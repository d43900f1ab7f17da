package dev.semel;

/** An earlier call failed, and its failure is replayed. The work did not run in this call. */
public final class FailureReplayedException extends RefusedException {
    private final transient Failure failure;

    FailureReplayedException(Failure failure, Facts facts) {
        super(
                facts.operation() + " failed before under this key with " + failure.type()
                        + ", and its policy is to replay failures; use a new key to try again",
                facts);
        this.failure = failure;
    }

    /** Returns the failure of the earlier call. */
    public Failure failure() {
        return failure;
    }
}
