package dev.semel.jdbc;

/**
 * The decision of a claim in SQL, for databases whose assignments all see the old row. The order is that of {@link
 * dev.semel.store.Store#claim}. Only what changes a row is let through; what does not is answered from the row.
 */
final class Upsert {
    static final String INSERTED =
            "digest, operation, scope, record_key, format, state, attempt, epoch, nonce, claimed_as, fingerprint,"
                    + " created_at, lease_end, expires_at";

    private Upsert() {}

    /**
     * Whether the row {@code c} gives way to the new one.
     *
     * @param n the name of the new row, whose created_at is now
     */
    static String gives(String n) {
        return ("c.format = 1 AND (c.expires_at <= n.created_at OR (c.fingerprint = n.fingerprint AND c.checksum"
                        + " IS NULL AND (c.state = 2 OR"
                        + " (c.state = 1 AND (c.nonce = n.nonce OR (c.lease_end <= n.created_at AND n.claimed_as <> 2))))))")
                .replace("n.", n + ".");
    }

    /** What becomes of the row {@code c} then. */
    static String assignments(String n) {
        return ("epoch = CASE WHEN c.expires_at <= n.created_at THEN c.epoch + 1"
                        + " WHEN c.state = 1 AND c.nonce = n.nonce THEN c.epoch ELSE c.epoch + 1 END,"
                        + " attempt = CASE WHEN c.expires_at <= n.created_at THEN 1"
                        + " WHEN c.state = 1 AND c.nonce = n.nonce THEN c.attempt ELSE c.attempt + 1 END,"
                        + " claimed_as = CASE WHEN c.expires_at <= n.created_at OR c.state <> 1 THEN n.claimed_as"
                        + " WHEN c.nonce = n.nonce THEN c.claimed_as ELSE 1 END,"
                        + " created_at = CASE WHEN c.expires_at <= n.created_at THEN n.created_at ELSE c.created_at END,"
                        + " state = 1, nonce = n.nonce, fingerprint = n.fingerprint, lease_end = n.lease_end,"
                        + " expires_at = n.expires_at, media_type = NULL, result = NULL, checksum = NULL")
                .replace("n.", n + ".");
    }
}
