package dev.semel;

/** A call came without a key, or with a key or scope that can't be one. The operation has not run and no store was asked. */
public final class InvalidKeyException extends SemelException {

    InvalidKeyException(String message) {
        super(message, null);
    }
}
