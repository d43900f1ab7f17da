package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;

/** The decision of owners' writes in SQL, where one statement applies all of them: the write {@code w} changes the record {@code c}. */
public final class OwnerWriteSql {
    private static final String IN_PROGRESS = "c.state = " + Row.IN_PROGRESS;
    private static final String ENDED = "c.state <> " + Row.IN_PROGRESS;
    private static final String ABANDONS = "w.kind = " + WriteCall.Kind.ABANDON.code();
    private static final String SETTLED = " IN (" + Row.COMPLETED + ", " + Row.FAILED + ")";

    /** The condition that the write is by the record's owner. */
    public static final String TOKEN = "c.digest = w.digest AND c.epoch = w.epoch AND c.nonce = w.nonce";

    /** The condition that the record is in progress, or the write was applied before. */
    public static final String APPLIES =
            "(" + IN_PROGRESS + " OR c.state = w.kind OR (c.state" + SETTLED + " AND w.kind" + SETTLED + "))";

    private OwnerWriteSql() {}

    /**
     * Returns the assignments of a write. The state comes last, for databases whose assignments see those before them.
     *
     * @param target the prefix of a column that is assigned to
     */
    public static String assignments(String target, String now) {
        return target + "lease_end = CASE WHEN w.kind = " + WriteCall.Kind.RENEW.code() + " THEN " + now
                + " + w.lease WHEN "
                + ABANDONS + " THEN least(c.lease_end, " + now + ") ELSE c.lease_end END, "
                + target + "expires_at = CASE WHEN " + ABANDONS + " OR " + ENDED + " THEN c.expires_at ELSE " + now
                + " + w.keep END, "
                + target + "media_type = " + ifInProgress("media_type") + ", "
                + target + "result = " + ifInProgress("result") + ", "
                + target + "checksum = " + ifInProgress("checksum") + ", "
                + target + "state = CASE WHEN " + ENDED + " THEN c.state WHEN " + ABANDONS + " THEN "
                + Row.IN_PROGRESS + " ELSE w.kind END";
    }

    private static String ifInProgress(String column) {
        return "CASE WHEN " + IN_PROGRESS + " THEN w." + column + " ELSE c." + column + " END";
    }
}
