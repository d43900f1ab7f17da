package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A database in this process: no round trips to save, so a batch is one transaction of simple statements. */
abstract class Embedded extends Dialect {
    private final SingleWrites single;

    Embedded(String name, String table, String now) {
        super(name, table, now);
        this.single = new SingleWrites(this);
    }

    @Override
    final boolean looksFirst() {
        return true;
    }

    final void applyWrites(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        single.apply(connection, writes, answers);
    }
}
