package dev.semel;

/** A call came without a key, or with a key or scope that can't be one. The operation has not run and no store was asked. */
public final class InvalidKeyException extends SemelException {

    /** Says what is wrong and what would be right, without the key. For whoever gets keys out of requests. */
    public InvalidKeyException(String message) {
        super(message, null);
    }
}
