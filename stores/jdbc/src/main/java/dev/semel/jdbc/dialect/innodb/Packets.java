package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.ClaimCall;
import dev.semel.jdbc.sql.SqlFailures;
import dev.semel.store.Result;
import dev.semel.store.ResultTooLargeException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The largest statement that a MySQL or MariaDB server accepts ({@code max_allowed_packet}). After a larger one the server closes the
 * connection.
 *
 * <p>Connector/J writes bytes as hexadecimal digits, and checks the limit before it sends. MariaDB's driver escapes some bytes, and does
 * not check.
 */
final class Packets {
    private static final int TEXT = 4096;
    private static final int TEXT_OF_SETTLEMENT = 2048;
    private static final int TEXT_OF_CALL = 1024;
    private static final int KEY = 96;
    private static final int MOST_KEYS = 10_000;
    private static final int PACKET_TOO_LARGE = 1153;
    private static final int MORE_THAN_THE_LOG_TAKES = 1118;
    private static final int LONGER_THAN_THE_COLUMN = 1406;

    private final String select;
    private volatile long limit = Long.MAX_VALUE;
    private volatile boolean escapes;

    Packets(Dialect dialect) {
        this.select = dialect.named("settings: packets", "SELECT @@max_allowed_packet");
    }

    /** Reads the limit of a session, and how its driver sends bytes. */
    void read(Connection connection) throws SQLException {
        try (PreparedStatement setting = connection.prepareStatement(select);
                ResultSet found = setting.executeQuery()) {
            found.next();
            limit = found.getLong(1);
        }
        escapes = String.valueOf(connection.getMetaData().getDriverName()).contains("MariaDB");
    }

    void check(Result result) {
        long room = limit - TEXT_OF_SETTLEMENT;
        if (2L * result.size() > room) {
            long sent = result.size() + (escapes ? escaped(result.bytes()) : 0);
            if (sent > room) {
                throw new ResultTooLargeException(result.size(), (int) Math.max(0, room * result.size() / sent));
            }
        }
    }

    private static long escaped(byte[] bytes) {
        long count = 0;
        for (byte each : bytes) {
            if (each == 0 || each == '\'' || each == '"' || each == '\\' || each == '\n' || each == '\r') {
                count++;
            }
        }
        return count;
    }

    boolean isTooLarge(SQLException failure) {
        return SqlFailures.hasCode(failure, PACKET_TOO_LARGE, MORE_THAN_THE_LOG_TAKES, LONGER_THAN_THE_COLUMN)
                || failure.getClass().getSimpleName().equals("PacketTooBigException");
    }

    long weightOf(Call<?> call) {
        return TEXT_OF_CALL
                + (call instanceof ClaimCall
                        ? 2L
                                * (length(call.id().operation())
                                        + length(call.id().scope())
                                        + length(call.id().key()))
                        : 2L * call.size());
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    long mostBytes() {
        return Math.max(1, limit - TEXT);
    }

    int mostKeys() {
        return (int) Math.max(1, Math.min(MOST_KEYS, mostBytes() / KEY));
    }
}
