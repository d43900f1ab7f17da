package dev.semel.jdbc.dialect;

import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.WriteCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A database in this process. Without round trips to save, a batch is one transaction of simple statements. */
public abstract class Embedded extends Dialect {
    private final SingleWrites single;

    /** Creates the part that embedded databases share. */
    public Embedded(String name, String table, String now) {
        super(name, table, now);
        this.single = new SingleWrites(this);
    }

    @Override
    public final boolean looksFirst() {
        return true;
    }

    /** Applies owners' writes one after the other. */
    public final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        single.apply(connection, writes, answers);
    }
}
