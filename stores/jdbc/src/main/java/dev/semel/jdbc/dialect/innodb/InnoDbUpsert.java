package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.RowNames;
import dev.semel.jdbc.dialect.Upsert;
import dev.semel.jdbc.record.Row;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The decision of a claim in SQL, for databases whose assignments run from left to right and see those before them. The first one writes the
 * verdict into {@code claimed_as}, the others depend on it, and the last one removes it. A row that stays is set to its old values, which
 * writes nothing.
 */
final class InnoDbUpsert {
    /** The verdicts of a claim on the existing row, kept in claimed_as while the statement runs: times ten, above what is stored there. */
    private static final int STAYS = 0;

    private static final int STARTS_AGAIN = 1;
    private static final int RUNS_AGAIN = 2;
    private static final int IS_SENT_AGAIN = 3;
    private static final int IS_TAKEN_OVER = 4;
    private static final int VERDICTS = 10;

    private final String table;
    private final RowNames row;
    private final String alias;
    private final String now;

    /**
     * Composes the statements for a table.
     *
     * @param row the names of columns in ON DUPLICATE KEY UPDATE, where the old row has the table's name
     * @param alias the clause that names the new row there
     * @param now the time in microseconds
     */
    InnoDbUpsert(String table, RowNames row, String alias, String now) {
        this.table = table;
        this.row = row;
        this.alias = alias;
        this.now = now;
    }

    /** Returns the statement that inserts this many rows, and fails for one that exists. */
    String insert(int rows) {
        String values = "(" + Upsert.values(now) + ")";
        return "INSERT INTO " + table + " (" + Upsert.INSERTED + ") VALUES " + values
                + (", " + values).repeat(rows - 1);
    }

    /** Returns the statement that claims this many rows. */
    String upsert(int rows) {
        return insert(rows) + alias + " ON DUPLICATE KEY UPDATE claimed_as = " + row.old("claimed_as") + " + "
                + VERDICTS + " * " + decide()
                + ", epoch = " + row.old("epoch") + " + (" + isVerdict(STARTS_AGAIN, RUNS_AGAIN, IS_TAKEN_OVER) + ")"
                + ", attempt = CASE WHEN " + isVerdict(STARTS_AGAIN) + " THEN 1 WHEN "
                + isVerdict(RUNS_AGAIN, IS_TAKEN_OVER) + " THEN " + row.old("attempt") + " + 1 ELSE "
                + row.old("attempt") + " END"
                + ", created_at = IF(" + isVerdict(STARTS_AGAIN) + ", " + row.incoming("created_at") + ", "
                + row.old("created_at") + ")"
                + unlessStays("nonce", row.incoming("nonce"))
                + unlessStays("fingerprint", row.incoming("fingerprint"))
                + unlessStays("lease_end", row.incoming("lease_end"))
                + unlessStays("expires_at", row.incoming("expires_at"))
                + unlessStays("media_type", "NULL")
                + unlessStays("result", "NULL")
                + unlessStays("checksum", "NULL")
                + unlessStays("state", String.valueOf(Row.IN_PROGRESS))
                + ", claimed_as = CASE " + verdict() + " WHEN " + STAYS + " THEN " + row.old("claimed_as") + " WHEN "
                + IS_SENT_AGAIN + " THEN " + row.old("claimed_as") + " MOD " + VERDICTS + " WHEN " + IS_TAKEN_OVER
                + " THEN " + Row.BY_TAKING_OVER + " ELSE " + row.incoming("claimed_as") + " END";
    }

    /** Decides in the order of {@link dev.semel.store.Store#claim}. */
    private String decide() {
        return "CASE WHEN " + row.old("format") + " <> " + Row.FORMAT + then(STAYS)
                + " WHEN " + row.isOver() + then(STARTS_AGAIN)
                + " WHEN " + row.compare("fingerprint", "<>") + then(STAYS)
                + " WHEN " + row.old("checksum") + " IS NOT NULL" + then(STAYS)
                + " WHEN " + row.old("state") + " = " + Row.RELEASED + then(RUNS_AGAIN)
                + " WHEN " + row.old("state") + " <> " + Row.IN_PROGRESS + then(STAYS)
                + " WHEN " + row.compare("nonce", "=") + then(IS_SENT_AGAIN)
                + " WHEN " + row.old("lease_end") + " <= " + row.incoming("created_at") + " AND "
                + row.incoming("claimed_as") + " <> " + Row.AS_NEW_HOLDING + then(IS_TAKEN_OVER)
                + " ELSE " + STAYS + " END";
    }

    private static String then(int verdict) {
        return " THEN " + verdict;
    }

    private String verdict() {
        return row.old("claimed_as") + " DIV " + VERDICTS;
    }

    private String isVerdict(int... verdicts) {
        return verdicts.length == 1
                ? verdict() + " = " + verdicts[0]
                : verdict()
                        + Arrays.stream(verdicts)
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining(", ", " IN (", ")"));
    }

    private String unlessStays(String column, String becomes) {
        return ", " + column + " = IF(" + verdict() + " > " + STAYS + ", " + becomes + ", " + row.old(column) + ")";
    }
}
