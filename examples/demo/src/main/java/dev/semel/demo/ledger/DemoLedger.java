package dev.semel.demo.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The rows of the demo: payments, and an append-only log of all effects. It has nothing to do with Semel's records, and no constraint against an
 * effect that happens twice, so that effects can be counted.
 */
public final class DemoLedger {
    private final JdbcClient database;

    /** Creates a ledger in this database. */
    public DemoLedger(JdbcClient database) {
        this.database = database;
    }

    /**
     * Creates the tables if they do not exist, with SQL that every database of the demo supports.
     *
     * @param options table options of the database in use
     */
    public void createTables(String options) {
        database.sql(
                        "CREATE TABLE IF NOT EXISTS demo_effect (id VARCHAR(40) PRIMARY KEY, operation VARCHAR(100) NOT NULL,"
                                + " principal VARCHAR(64) NOT NULL, request_key VARCHAR(255), happened_at VARCHAR(40) NOT NULL)"
                                + options)
                .update();
        database.sql(
                        "CREATE TABLE IF NOT EXISTS demo_payment (id VARCHAR(40) PRIMARY KEY, account VARCHAR(64) NOT NULL,"
                                + " amount BIGINT NOT NULL, currency VARCHAR(3) NOT NULL, status VARCHAR(10) NOT NULL,"
                                + " refunded_by VARCHAR(400), created_at VARCHAR(40) NOT NULL)" + options)
                .update();
    }

    /** Logs an effect. */
    public void happened(String operation, String principal, @Nullable String key) {
        database.sql(
                        "INSERT INTO demo_effect (id, operation, principal, request_key, happened_at) VALUES (?, ?, ?, ?, ?)")
                .params(UUID.randomUUID().toString(), operation, principal, key, now())
                .update();
    }

    /** Returns the effects of an operation and a key, oldest first; {@code null} means any. */
    public List<Effect> effects(@Nullable String operation, @Nullable String key) {
        List<String> conditions = new ArrayList<>();
        List<String> values = new ArrayList<>();
        if (operation != null) {
            conditions.add("operation = ?");
            values.add(operation);
        }
        if (key != null) {
            conditions.add("request_key = ?");
            values.add(key);
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return database.sql("SELECT operation, principal, request_key, happened_at FROM demo_effect" + where
                        + " ORDER BY happened_at, id")
                .params(values)
                .query((row, number) ->
                        new Effect(row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
                .list();
    }

    /** Adds a payment. */
    public void add(Payment payment) {
        database.sql(
                        "INSERT INTO demo_payment (id, account, amount, currency, status, created_at) VALUES (?, ?, ?, ?, ?, ?)")
                .params(payment.id(), payment.account(), payment.amount(), payment.currency(), payment.status(), now())
                .update();
    }

    /**
     * Marks a payment as refunded.
     *
     * @param by the request, so that its retry can be distinguished from another refund
     * @return whether it had not been refunded before
     */
    public boolean refund(String id, String by) {
        return database.sql(
                                "UPDATE demo_payment SET status = 'REFUNDED', refunded_by = ? WHERE id = ? AND status = 'CAPTURED'")
                        .params(by, id)
                        .update()
                == 1;
    }

    /** Returns whether this request refunded a payment. */
    public boolean isRefundedBy(String id, String by) {
        return database.sql("SELECT COUNT(*) FROM demo_payment WHERE id = ? AND refunded_by = ?")
                        .params(id, by)
                        .query(Long.class)
                        .single()
                == 1;
    }

    /** Returns a payment. */
    public Optional<Payment> payment(String id) {
        return database.sql("SELECT id, account, amount, currency, status FROM demo_payment WHERE id = ?")
                .param(id)
                .query((row, number) -> payment(row))
                .optional();
    }

    /** Returns all payments, oldest first. */
    public List<Payment> payments() {
        return database.sql("SELECT id, account, amount, currency, status FROM demo_payment ORDER BY created_at, id")
                .query((row, number) -> payment(row))
                .list();
    }

    private static Payment payment(java.sql.ResultSet row) throws java.sql.SQLException {
        return new Payment(row.getString(1), row.getString(2), row.getLong(3), row.getString(4), row.getString(5));
    }

    /** Returns the time with a fixed length, so that it sorts as text. */
    private static String now() {
        String text = Instant.now().truncatedTo(ChronoUnit.MICROS).toString();
        return text.length() == 27 ? text : padded(text);
    }

    private static String padded(String text) {
        String digits = text.contains(".") ? text.substring(20, text.length() - 1) : "";
        return text.substring(0, 19) + "." + digits + "0".repeat(6 - digits.length()) + "Z";
    }
}
