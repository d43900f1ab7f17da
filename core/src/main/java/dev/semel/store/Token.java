package dev.semel.store;

/**
 * Proves that a write comes from the owner. Both parts must match: the epoch excludes earlier owners, and the nonce an
 * owner from before the record was purged and recreated.
 *
 * @param epoch grows by one with every claim of the record, starting at 1
 * @param nonce the owner's
 */
public record Token(long epoch, Nonce nonce) {

    public Token {
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch is " + epoch + "; the first one is 1");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Token that && epoch == that.epoch && nonce.equals(that.nonce);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(epoch) + nonce.hashCode();
    }
}
