package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.servers.SqlPool;
import dev.semel.benchmarks.workload.CallKeys;
import dev.semel.benchmarks.workload.PaymentRequest;
import dev.semel.benchmarks.workload.SemelCalls;
import java.sql.Connection;
import java.sql.SQLException;

/** The rows of the business: a table of orders, to which each transaction adds one. */
final class OrderTable {
    private final SqlPool pool;
    private final String insert;
    private final Rows rows;

    OrderTable(BenchDatabase database, String contender) throws SQLException {
        this.pool = database.pool(contender);
        String table = contender.replace(' ', '_') + "_orders";
        pool.execute("CREATE TABLE " + table + " (id varchar(36) NOT NULL PRIMARY KEY, account varchar(34) NOT NULL,"
                + " currency varchar(3) NOT NULL, amount bigint NOT NULL)");
        this.insert = "INSERT INTO " + table + " (id, account, currency, amount) VALUES (?, ?, ?, ?)";
        this.rows = new Rows(
                pool,
                database.empty(table),
                insert,
                "SELECT COUNT(*) FROM " + table,
                number -> values(CallKeys.known(number)));
    }

    private static Object[] values(String id) {
        PaymentRequest payment = SemelCalls.REQUEST;
        return new Object[] {id, payment.account(), payment.currency(), payment.amount()};
    }

    Rows rows() {
        return rows;
    }

    void insert(Connection connection) throws SQLException {
        SqlPool.update(connection, insert, values(CallKeys.fresh()));
    }

    /** Inserts an order in a separate transaction. */
    void insertAlone() throws SQLException {
        pool.inTransaction(this::insert);
    }
}
