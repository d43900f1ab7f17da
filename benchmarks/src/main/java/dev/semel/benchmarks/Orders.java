package dev.semel.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The business: one row in a table of orders. */
final class Orders {
    private final Site site;
    private final String insert;
    private final Rows rows;

    Orders(Database database, String contender) throws SQLException {
        this.site = database.site(contender);
        String table = contender.replace(' ', '_') + "_orders";
        site.execute("CREATE TABLE " + table + " (id varchar(36) NOT NULL PRIMARY KEY, account varchar(34) NOT NULL,"
                + " currency varchar(3) NOT NULL, amount bigint NOT NULL)");
        this.insert = "INSERT INTO " + table + " (id, account, currency, amount) VALUES (?, ?, ?, ?)";
        this.rows = new Rows(
                site,
                database.empty(table),
                insert,
                "SELECT COUNT(*) FROM " + table,
                number -> values(SqlKeys.known(number)));
    }

    private static Object[] values(String id) {
        Payment payment = Payment.number(1);
        return new Object[] {id, payment.account(), payment.currency(), payment.amount()};
    }

    Rows rows() {
        return rows;
    }

    void insert(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            Object[] values = values(SqlKeys.fresh());
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    /** In a transaction of its own. */
    void insertAlone() throws SQLException {
        try (Connection connection = site.pool().getConnection()) {
            connection.setAutoCommit(false);
            insert(connection);
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
