package dev.semel.torture.mutant;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.StoreException;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.book.BookTable;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Site;
import dev.semel.torture.site.SiteAround;
import dev.semel.torture.site.Trouble;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Transactions whose rows do not commit with their record, because they are written by another one. */
public final class BookMutants extends SiteAround {
    private final WorkerSettings settings;

    private BookMutants(Site target, WorkerSettings settings) {
        super(target);
        this.settings = settings;
    }

    public static Site around(WorkerSettings settings, Site right) {
        return switch (settings.mutant()) {
            case BOOKS_APART, BOOKS_KEEP_FAILED, TRUSTS_SNAPSHOT -> new BookMutants(right, settings);
            default -> right;
        };
    }

    @Override
    public Outcome<String> book(Operation<String> operation, String key, String request, Posting work) {
        if (settings.is(Mutant.BOOKS_KEEP_FAILED)) {
            return keepingFailed(operation, key, request, work);
        }
        String value = settings.is(Mutant.BOOKS_APART)
                ? work.run(this::postApart)
                : trustingSnapshot(Values.id(operation.id(key)), work);
        return super.book(operation, key, request, page -> value);
    }

    private Outcome<String> keepingFailed(Operation<String> operation, String key, String request, Posting work) {
        List<String> posted = new ArrayList<>();
        try {
            return super.book(
                    operation,
                    key,
                    request,
                    page -> work.run(row -> {
                        posted.add(row);
                        page.post(row);
                    }));
        } catch (Trouble e) {
            posted.forEach(this::postApart);
            throw e;
        }
    }

    private void postApart(String row) {
        try (Connection another = connect()) {
            BookTable.post(another, settings.tag(), row);
        } catch (SQLException e) {
            throw new StoreException("the row could not be written", e);
        }
    }

    /** Looks for the row of an earlier call by a plain read of a snapshot, and writes one if there is none. */
    private String trustingSnapshot(String id, Posting work) {
        try (Connection another = connect()) {
            another.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            another.setAutoCommit(false);
            try {
                String value = isThere(another, id) ? "none" : work.run(row -> post(another, row));
                another.commit();
                return value;
            } catch (Trouble e) {
                another.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException("the transaction has failed", e);
        }
    }

    private void post(Connection another, String row) {
        try {
            BookTable.post(another, settings.tag(), row);
        } catch (SQLException e) {
            throw new StoreException("the row could not be written", e);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(BookTable.url(settings.address()));
    }

    private boolean isThere(Connection another, String id) throws SQLException {
        String sql = "SELECT 1 FROM " + BookTable.name(settings.tag()) + " WHERE entry LIKE ? LIMIT 1";
        try (PreparedStatement query = another.prepareStatement(sql)) {
            query.setString(1, "%\"id\":\"" + id + "\"%");
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }
}
