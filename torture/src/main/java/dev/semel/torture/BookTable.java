package dev.semel.torture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The table to which transactions of SQL write their effects. The driver makes it and reads it, past any proxy.
 */
final class BookTable implements Books {
    static final String INSERT = "INSERT INTO torture_book (posted_at, entry) VALUES (?, ?)";

    private static final String CREATE =
            "CREATE TABLE torture_book (posted_at bigint NOT NULL, entry varchar(1000) NOT NULL)";
    private static final String READ = "SELECT entry FROM torture_book WHERE posted_at > ?";
    private static final long NANOS = 1_000_000_000;

    /** Rows become visible when their transactions commit, which may be long after they were written. */
    private static final long LOOK_BACK = 60 * NANOS;

    private final String url;
    private final Set<String> known = new HashSet<>();

    private BookTable(String url) {
        this.url = url;
    }

    /** The address for JDBC. */
    static String url(String address) {
        return address.startsWith("sqlite:") ? "jdbc:" + address : address;
    }

    static BookTable create(String address) {
        BookTable table = new BookTable(url(address));
        try (Connection connection = table.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
        } catch (SQLException e) {
            throw new IllegalStateException("could not make the table torture_book at " + address, e);
        }
        return table;
    }

    private Connection connect() throws SQLException {
        Properties settings = new Properties();
        if (url.startsWith("jdbc:sqlite:")) {
            settings.setProperty("journal_mode", "WAL");
            settings.setProperty("busy_timeout", "10000");
        }
        return DriverManager.getConnection(url, settings);
    }

    @Override
    public void read(Consumer<String> entries) throws AwayException {
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement(READ)) {
            query.setLong(1, System.nanoTime() - LOOK_BACK);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String entry = rows.getString(1);
                    if (known.add(entry)) {
                        entries.accept(entry);
                    }
                }
            }
        } catch (SQLException e) {
            throw new AwayException(e);
        }
    }
}
