package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Deletes what is past its time on MySQL and MariaDB, with as many statements as the server's limit on their size asks for. */
final class InnoDbPurge {
    private final InnoDb dialect;
    private final int most;

    InnoDbPurge(InnoDb dialect, int most) {
        this.dialect = dialect;
        this.most = most;
    }

    int purge(Connection connection, String from, String column, String now, int limit) throws SQLException {
        String sql = "SELECT digest FROM " + from + " WHERE " + column + " <= " + now + " ORDER BY " + column
                + " LIMIT ? FOR UPDATE SKIP LOCKED";
        int isolation = connection.getTransactionIsolation();
        // Under the default level the search for what is over would lock gaps that others want to insert into.
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try {
            return dialect.inTransaction(
                    connection, "START TRANSACTION", same -> delete(same, from, overdue(same, sql, limit)));
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    private static List<byte[]> overdue(Connection connection, String sql, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, limit);
            try (ResultSet found = select.executeQuery()) {
                List<byte[]> keys = new ArrayList<>();
                while (found.next()) {
                    keys.add(found.getBytes(1));
                }
                return keys;
            }
        }
    }

    private int delete(Connection connection, String from, List<byte[]> keys) throws SQLException {
        int deleted = 0;
        for (int start = 0; start < keys.size(); start += most) {
            int end = (int) Math.min(keys.size(), (long) start + most);
            deleted += deleteTogether(connection, from, keys.subList(start, end));
        }
        return deleted;
    }

    private static int deleteTogether(Connection connection, String from, List<byte[]> keys) throws SQLException {
        String sql = "DELETE FROM " + from + " WHERE digest IN (?" + ", ?".repeat(keys.size() - 1) + ")";
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            int index = 0;
            for (byte[] key : keys) {
                delete.setBytes(++index, key);
            }
            return delete.executeUpdate();
        }
    }
}
