package dev.semel;

/** A call has no key, or a key or scope that is not valid. The operation has not run, and the store was not asked. */
public final class InvalidKeyException extends SemelException {
    private static final long serialVersionUID = 1;
    private final boolean missing;

    /** Creates an exception for a malformed key or scope. The message says what was wrong and what is expected, without the key. */
    public InvalidKeyException(String message) {
        this(message, false);
    }

    private InvalidKeyException(String message, boolean missing) {
        super(message, null);
        this.missing = missing;
    }

    /** Creates an exception for a call without a key. */
    public static InvalidKeyException missing(String message) {
        return new InvalidKeyException(message, true);
    }

    /** Returns whether the call had no key at all. */
    public boolean isMissing() {
        return missing;
    }
}
