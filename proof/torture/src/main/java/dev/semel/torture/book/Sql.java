package dev.semel.torture.book;

import dev.semel.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;

/** Statements past a store, for what is broken on purpose. */
public final class Sql {
    private Sql() {}

    public static void execute(String address, String sql, Object... values) {
        Properties settings = new Properties();
        settings.setProperty("busy_timeout", "10000");
        String url = BookTable.url(address);
        try (Connection connection = DriverManager.getConnection(url, settings);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException("a statement failed", e);
        }
    }
}
