package dev.semel.torture.book;

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
import java.util.function.LongSupplier;

/**
 * The table to which transactions of SQL write their effects. The driver makes it, reads it, past any proxy, and removes it.
 */
public final class BookTable implements Books {
    private static final long NANOS = 1_000_000_000;

    /** Rows become visible when their transactions commit, which may be long after they were written. */
    private static final long LOOK_BACK = 60 * NANOS;

    private final String url;
    private final String table;
    private final LongSupplier nanoTime;
    private final Set<Long> known = new HashSet<>();
    private long readAt;

    private BookTable(String url, String table, LongSupplier nanoTime) {
        this.url = url;
        this.table = table;
        this.nanoTime = nanoTime;
        this.readAt = nanoTime.getAsLong();
    }

    /** Returns the address for JDBC. */
    public static String url(String address) {
        return address.startsWith("sqlite:") ? "jdbc:" + address : address;
    }

    public static BookTable create(String address, String tag) {
        return create(address, tag, System::nanoTime);
    }

    public static BookTable create(String address, String tag, LongSupplier nanoTime) {
        BookTable books = new BookTable(url(address), name(tag), nanoTime);
        try {
            books.execute("CREATE TABLE " + books.table + " (" + numbered(books.url)
                    + ", posted_at bigint NOT NULL, entry varchar(1000) NOT NULL)");
        } catch (SQLException e) {
            throw new IllegalStateException("could not make the table " + books.table + " at the address", e);
        }
        return books;
    }

    /** Returns the definition of the column that the database numbers, so that an entry that was written twice is there twice. */
    private static String numbered(String url) {
        if (url.startsWith("jdbc:sqlite:")) {
            return "id INTEGER PRIMARY KEY AUTOINCREMENT";
        }
        return "id bigint PRIMARY KEY "
                + (url.startsWith("jdbc:postgresql:") ? "GENERATED ALWAYS AS IDENTITY" : "AUTO_INCREMENT");
    }

    public static String name(String tag) {
        return "torture_book" + tag;
    }

    static String insert(String tag) {
        return "INSERT INTO " + name(tag) + " (posted_at, entry) VALUES (?, ?)";
    }

    /** Writes a row, in the transaction of a connection. */
    public static void post(Connection connection, String tag, String row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert(tag))) {
            statement.setLong(1, System.nanoTime());
            statement.setString(2, row);
            statement.executeUpdate();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        Properties settings = new Properties();
        if (url.startsWith("jdbc:sqlite:")) {
            settings.setProperty("journal_mode", "WAL");
            settings.setProperty("busy_timeout", "10000");
        }
        return DriverManager.getConnection(url, settings);
    }

    /** All that was posted since a while before the last time that this went well. */
    @Override
    public void read(Consumer<String> entries) throws AwayException {
        long now = nanoTime.getAsLong();
        try (Connection connection = connect();
                PreparedStatement query =
                        connection.prepareStatement("SELECT id, entry FROM " + table + " WHERE posted_at > ?")) {
            query.setLong(1, readAt - LOOK_BACK);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    if (known.add(rows.getLong(1))) {
                        entries.accept(rows.getString(2));
                    }
                }
            }
            readAt = now;
        } catch (SQLException e) {
            throw new AwayException(e);
        }
    }

    @Override
    public void close() {
        try {
            execute("DROP TABLE " + table);
        } catch (SQLException e) {
            // It stays; no other run uses it.
        }
    }
}
