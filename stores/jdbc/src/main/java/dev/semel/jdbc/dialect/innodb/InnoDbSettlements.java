package dev.semel.jdbc.dialect.innodb;

import dev.semel.jdbc.dialect.Dialect;
import dev.semel.jdbc.record.Answers;
import dev.semel.jdbc.record.Call;
import dev.semel.jdbc.record.Row;
import dev.semel.jdbc.record.WriteCall;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One update for settlements that differ only in record, token and bytes. The bytes are chosen by the position of the row's key in a list:
 * a derived table with blobs would be created on disk.
 */
final class InnoDbSettlements {
    /** The number of groups in a batch up to which an update for each is faster than one statement for all. */
    private static final int MOST_GROUPS = 4;

    private final InnoDb dialect;

    private final Function<Integer, String> settle;

    InnoDbSettlements(InnoDb dialect) {
        this.dialect = dialect;
        this.settle = dialect.named("write: settle together", 2, this::sql);
    }

    /** What all settlements of a group have in common. */
    private record Group(
            WriteCall.Kind kind,
            @Nullable String mediaType,
            @Nullable Long keep) {
        static Group of(WriteCall write) {
            return new Group(write.kind(), write.mediaType(), write.keep());
        }
    }

    /** Applies the writes that can be grouped, and returns the others. */
    List<WriteCall> apply(Connection connection, List<WriteCall> writes, Answers answers) throws SQLException {
        Map<Group, List<WriteCall>> groups = new LinkedHashMap<>();
        List<WriteCall> rest = new ArrayList<>();
        for (WriteCall write : writes) {
            if (write.kind().isSettlement()) {
                groups.computeIfAbsent(Group.of(write), group -> new ArrayList<>())
                        .add(write);
            } else {
                rest.add(write);
            }
        }
        for (List<WriteCall> group : groups.values()) {
            if (group.size() == 1 || groups.size() > MOST_GROUPS) {
                rest.addAll(group);
            } else {
                settle(connection, group, answers);
            }
        }
        rest.sort(Call::compareByKey);
        return rest;
    }

    private void settle(Connection connection, List<WriteCall> group, Answers answers) throws SQLException {
        try (PreparedStatement update = dialect.prepare(connection, settle.apply(group.size()))) {
            bind(update, group);
            if (update.executeUpdate() == group.size()) {
                group.forEach(write -> answers.applied(write.digest()));
                return;
            }
        }
        dialect.readWhichApplied(connection, group, answers);
    }

    private String sql(int rows) {
        String list = Dialect.parameters(rows);
        // Assignments run from left to right: the position is computed once, for both columns that depend on it.
        return "UPDATE " + dialect.table() + " SET state = ?, media_type = ?, expires_at = " + dialect.now()
                + " + ?, checksum = FIELD(digest, " + list + "), result = ELT(checksum, " + list
                + "), checksum = ELT(checksum, " + list + ") WHERE digest IN (" + list
                + ") AND (digest, epoch, nonce) IN ((?, ?, ?)" + ", (?, ?, ?)".repeat(rows - 1) + ") AND state = "
                + Row.IN_PROGRESS;
    }

    private static void bind(PreparedStatement update, List<WriteCall> group) throws SQLException {
        WriteCall any = group.get(0);
        update.setInt(1, any.kind().state());
        update.setString(2, any.mediaType());
        Dialect.setNullable(update, 3, any.keep());
        int rows = group.size();
        for (int i = 0; i < rows; i++) {
            WriteCall write = group.get(i);
            update.setBytes(4 + i, write.key());
            update.setBytes(4 + rows + i, write.bytes());
            update.setObject(4 + 2 * rows + i, write.checksum(), Types.INTEGER);
            update.setBytes(4 + 3 * rows + i, write.key());
            update.setBytes(4 + 4 * rows + 3 * i, write.key());
            update.setLong(5 + 4 * rows + 3 * i, write.token().epoch());
            update.setBytes(6 + 4 * rows + 3 * i, write.nonce());
        }
    }
}
