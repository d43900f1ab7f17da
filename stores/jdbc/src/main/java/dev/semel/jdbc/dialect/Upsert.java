package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.record.Row;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The decision of a claim in SQL, for databases whose assignments all see the old row. The order is that of {@link
 * dev.semel.store.Store#claim}. Only claims that change the row are written; all others are answered from the row.
 */
public final class Upsert {
    private static final List<String> COLUMNS = List.of(
            "digest",
            "operation",
            "scope",
            "record_key",
            "format",
            "state",
            "attempt",
            "epoch",
            "nonce",
            "claimed_as",
            "fingerprint",
            "created_at",
            "lease_end",
            "expires_at");

    /** The columns of a new record, in the order in which {@link #bind} sets those that vary. */
    public static final String INSERTED = String.join(", ", COLUMNS);

    /** Attempt and epoch of a new record. */
    public static final String FIRST = "1, 1";

    /** Format, state, attempt and epoch of a record that is claimed for the first time. */
    public static final String CLAIMED = Row.FORMAT + ", " + Row.IN_PROGRESS + ", " + FIRST;

    private final RowNames row;

    /** Composes expressions for these names of columns. */
    public Upsert(RowNames row) {
        this.row = row;
    }

    /** Returns the values of a claim that inserts a row at a time. */
    public static String values(String now) {
        return "?, ?, ?, ?, " + CLAIMED + ", ?, ?, ?, " + now + ", " + now + " + ?, " + now + " + ?";
    }

    /** Binds {@link #values}; returns the last index. */
    public static int bind(PreparedStatement insert, int last, ClaimCall claim) throws SQLException {
        int index = last;
        insert.setBytes(++index, claim.key());
        insert.setString(++index, claim.id().operation());
        insert.setString(++index, claim.id().scope());
        insert.setString(++index, claim.id().key());
        insert.setBytes(++index, claim.nonce());
        insert.setInt(++index, claim.claimedAs());
        insert.setBytes(++index, claim.request().fingerprint().bytes());
        insert.setLong(++index, claim.lease());
        Dialect.setNullable(insert, ++index, claim.keep());
        return index;
    }

    /** Returns the values of the new row. */
    public String incoming() {
        return COLUMNS.stream().map(row::incoming).collect(Collectors.joining(", "));
    }

    /** Returns the condition under which the new row, whose created_at is the time, replaces the existing one. */
    public String gives() {
        return row.old("format") + " = " + Row.FORMAT + " AND (" + row.isOver()
                + " OR (" + row.compare("fingerprint", "=") + " AND " + row.old("checksum") + " IS NULL AND ("
                + row.old("state") + " = " + Row.RELEASED + " OR (" + isInProgress() + " AND ("
                + row.compare("nonce", "=") + " OR (" + row.old("lease_end") + " <= " + row.incoming("created_at")
                + " AND " + row.incoming("claimed_as") + " <> " + Row.AS_NEW_HOLDING + "))))))";
    }

    /** Returns the assignments of a claim. */
    public String claimed() {
        return assignments(String.valueOf(Row.IN_PROGRESS), "media_type = NULL, result = NULL, checksum = NULL");
    }

    /** Returns the assignments of a claim that is settled in the same step. */
    public String settled() {
        return assignments(row.incoming("state"), set("media_type") + ", " + set("result") + ", " + set("checksum"));
    }

    private String assignments(String state, String result) {
        return "epoch = " + ifOver(row.old("epoch") + " + 1", ifOwn("epoch"))
                + ", attempt = " + ifOver("1", ifOwn("attempt"))
                + ", claimed_as = CASE WHEN " + row.isOver() + " OR " + row.old("state") + " <> " + Row.IN_PROGRESS
                + " THEN " + row.incoming("claimed_as") + " WHEN " + row.compare("nonce", "=") + " THEN "
                + row.old("claimed_as") + " ELSE " + Row.BY_TAKING_OVER + " END"
                + ", created_at = " + ifOver(row.incoming("created_at"), " ELSE " + row.old("created_at"))
                + ", state = " + state + ", " + set("nonce") + ", " + set("fingerprint") + ", " + set("lease_end")
                + ", " + set("expires_at") + ", " + result;
    }

    private String ifOver(String then, String otherwise) {
        return "CASE WHEN " + row.isOver() + " THEN " + then + otherwise + " END";
    }

    /** Increments a number, unless the same claim was sent again. */
    private String ifOwn(String number) {
        return " WHEN " + isInProgress() + " AND " + row.compare("nonce", "=") + " THEN " + row.old(number) + " ELSE "
                + row.old(number) + " + 1";
    }

    private String isInProgress() {
        return row.old("state") + " = " + Row.IN_PROGRESS;
    }

    private String set(String column) {
        return column + " = " + row.incoming(column);
    }
}
