package dev.semel;

/**
 * An earlier attempt was abandoned, and it is unknown whether it took effect. An operator or a reconciler has to
 * determine the outcome and settle the record.
 */
public final class InDoubtException extends RefusedException {

    InDoubtException(Facts facts) {
        super(
                facts.operation() + " is in doubt under this key: attempt " + facts.attempt() + " was abandoned at "
                        + facts.leaseEnd() + "; determine whether it took effect, then settle or release the record",
                facts);
    }
}
