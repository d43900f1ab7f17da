package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * MySQL 8.0.19 and newer. It returns nothing from a write, so the rows are read after it. If another claim comes in between, its owner is
 * what the row tells: that one was let in since the lease of this one was over.
 */
final class MySql extends InnoDb {
    MySql(String table) {
        super("mysql", table);
    }

    @Override
    String alias() {
        return " AS n";
    }

    @Override
    String incoming(String column) {
        return "n." + column;
    }

    @Override
    void write(Connection connection, List<ClaimCall> claims, Answers answers) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(upsert(claims.size()))) {
            bind(upsert, claims);
            upsert.executeUpdate();
        }
        look(connection, keys(claims)).forEach(answers::afterWrite);
        learnFrom(claims, answers);
    }
}
