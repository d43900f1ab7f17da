package dev.semel.store;

import dev.semel.Fingerprint;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The identity of a record: operation, scope and key. A key has no meaning outside its scope and operation.
 *
 * <p>The store's primary key is {@link #digest()}, computed over the length-prefixed parts, so that no choice of
 * characters makes two identities collide. The parts themselves are for human readers.
 */
public final class RecordId implements Comparable<RecordId> {
    private final String operation;
    private final String scope;
    private final String key;
    private final int hash;

    /** Creates an identity. The engine has validated the parts before. */
    public RecordId(String operation, String scope, String key) {
        this.operation = Objects.requireNonNull(operation, "operation");
        this.scope = Objects.requireNonNull(scope, "scope");
        this.key = Objects.requireNonNull(key, "key");
        this.hash = 31 * (31 * operation.hashCode() + scope.hashCode()) + key.hashCode();
    }

    /** Returns the operation's name. */
    public String operation() {
        return operation;
    }

    /** Returns the tenant or principal; empty if the application has no scopes. */
    public String scope() {
        return scope;
    }

    /** Returns what the caller sent. It is untrusted input: keep it out of logs and messages. */
    public String key() {
        return key;
    }

    /** Returns 32 bytes that identify the record. Computed at each call. */
    public byte[] digest() {
        return Fingerprint.ofParts("semel.record", operation, scope, key).bytes();
    }

    /** Compares the parts, so that keys which were chosen for colliding hashes do not slow down a map. */
    @Override
    public int compareTo(RecordId other) {
        int byKey = key.compareTo(other.key);
        int byScope = byKey == 0 ? scope.compareTo(other.scope) : byKey;
        return byScope == 0 ? operation.compareTo(other.operation) : byScope;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof RecordId that
                        && hash == that.hash
                        && key.equals(that.key)
                        && scope.equals(that.scope)
                        && operation.equals(that.operation));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Returns the operation and the first half of the digest: enough to find the record, and safe to log. */
    @Override
    public String toString() {
        return operation + "/" + HexFormat.of().formatHex(digest(), 0, 16);
    }
}
