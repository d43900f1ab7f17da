package dev.semel;

/** An earlier attempt was abandoned, and nobody knows whether it took effect. Somebody has to find out and settle the record. */
public final class InDoubtException extends RefusedException {

    InDoubtException(Facts facts) {
        super(
                facts.operation() + " is in doubt under this key: attempt " + facts.attempt() + " was abandoned at "
                        + facts.leaseEnd() + "; find out whether it took effect, then settle or release the record",
                facts);
    }
}
