package dev.semel.store;

import dev.semel.Fingerprint;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Which record: an operation, on whose behalf, under which key. A key means nothing outside its scope and operation.
 *
 * <p>The store's primary key is {@link #digest()}, taken over the length-prefixed parts, so that no choice of characters makes two
 * identities meet. The parts themselves are for people to read.
 */
public final class RecordId implements Comparable<RecordId> {
    private final String operation;
    private final String scope;
    private final String key;
    private final int hash;

    /** Names a record. What the parts may look like is checked by the engine before it gets here. */
    public RecordId(String operation, String scope, String key) {
        this.operation = Objects.requireNonNull(operation, "operation");
        this.scope = Objects.requireNonNull(scope, "scope");
        this.key = Objects.requireNonNull(key, "key");
        this.hash = 31 * (31 * operation.hashCode() + scope.hashCode()) + key.hashCode();
    }

    /** The operation's name. */
    public String operation() {
        return operation;
    }

    /** On whose behalf; empty if the application has no scopes. */
    public String scope() {
        return scope;
    }

    /** What the caller sent. It comes from outside: keep it out of logs and messages. */
    public String key() {
        return key;
    }

    /** 32 bytes that no other identity has. Computed anew at each call. */
    public byte[] digest() {
        return Fingerprint.ofParts("semel.record", operation, scope, key).bytes();
    }

    /** By the parts; so that keys which were chosen for their hashes do not make a map slow. */
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

    /** The operation and the first half of the digest: enough to find the record, and safe to log. */
    @Override
    public String toString() {
        return operation + "/" + HexFormat.of().formatHex(digest(), 0, 16);
    }
}
