package dev.semel.redis.record;

import dev.semel.RecordState;
import dev.semel.redis.server.PlainCommands;
import dev.semel.redis.server.Servers;
import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.StoredRecord;
import dev.semel.store.UnreadableRecordException;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads all records by SCAN, a few hundred at a time, so that the server keeps serving other clients. Fetches the beginning of each
 * record, and whole records only for the page that was requested.
 */
public final class RecordScan {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    /** Covers everything before the result, unless the names are very long. */
    private static final int BEGINNING = 2_048;

    private final Servers servers;
    private final PlainCommands commands;
    private final RecordKeys keys;

    /** Creates a scan of the records under these keys. */
    public RecordScan(Servers servers, PlainCommands commands, RecordKeys keys) {
        this.servers = servers;
        this.commands = commands;
        this.keys = keys;
    }

    /** Returns a page of records. Damaged records are skipped and replaced by later ones, so only the last page is not full. */
    public List<StoredRecord> browse(Query query, Function<RecordId, Optional<StoredRecord>> find) {
        NavigableMap<Position, RecordId> page = page(query);
        List<StoredRecord> records = new ArrayList<>();
        page.values().forEach(id -> ifReadable(id, find).filter(query::matches).ifPresent(records::add));
        int missing = query.limit() - records.size();
        if (missing > 0 && page.size() == query.limit()) {
            Query rest = new Query(query.operation(), query.scope(), query.state(), page.lastKey(), missing);
            records.addAll(browse(rest, find));
        }
        return records;
    }

    private NavigableMap<Position, RecordId> page(Query query) {
        NavigableMap<Position, RecordId> page = new TreeMap<>();
        forEach(BEGINNING, (record, now) -> {
            RecordId id = record.id();
            StoredRecord summary = record.withoutResult(id, now);
            if (query.matches(summary)) {
                page.put(Position.of(summary), id);
                if (page.size() > query.limit()) {
                    page.pollLastEntry();
                }
            }
        });
        return page;
    }

    private static Optional<StoredRecord> ifReadable(RecordId id, Function<RecordId, Optional<StoredRecord>> find) {
        try {
            return find.apply(id);
        } catch (UnreadableRecordException e) {
            LOG.log(System.Logger.Level.WARNING, "skipped a record while browsing: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Counts the records by state. */
    public Map<RecordState, Long> countByState() {
        Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
        forEach(RecordLayout.SMALLEST, (record, now) -> counts.merge(record.stateAt(now), 1L, Long::sum));
        return counts;
    }

    private void forEach(int beginning, BiConsumer<RecordBytes, Long> visitor) {
        // SCAN may return a key more than once, and a key may move while a cluster is resharded.
        Set<String> seen = new HashSet<>();
        for (StatefulConnection<byte[], byte[]> master : servers.masters()) {
            String cursor = "0";
            do {
                KeyScanCursor<byte[]> found = commands.scan(master, cursor, keys.pattern());
                cursor = found.getCursor();
                List<byte[]> fresh = found.getKeys().stream()
                        .filter(key -> seen.add(keys.text(key)))
                        .toList();
                visit(master, fresh, beginning, visitor);
            } while (!cursor.equals("0"));
        }
    }

    private void visit(
            StatefulConnection<byte[], byte[]> master,
            List<byte[]> found,
            int beginning,
            BiConsumer<RecordBytes, Long> visitor) {
        if (found.isEmpty()) {
            return;
        }
        long now = commands.time(master);
        List<AsyncCommand<byte[], byte[], List<@Nullable Object>>> sent = new ArrayList<>();
        found.forEach(key ->
                sent.add(PlainCommands.send(master, CommandType.GETRANGE, key, "0", String.valueOf(beginning - 1))));
        for (int i = 0; i < found.size(); i++) {
            RecordBytes record = decoded(commands.answer(sent.get(i)));
            boolean wantsNames = beginning > RecordLayout.SMALLEST;
            if (record != null && wantsNames && !record.hasNames()) {
                record = decoded(commands.ask(master, CommandType.GET, found.get(i)));
            }
            if (record != null && !record.isExpired(now) && (!wantsNames || record.hasNames())) {
                visitor.accept(record, now);
            }
        }
    }

    private static @Nullable RecordBytes decoded(List<@Nullable Object> reply) {
        return !reply.isEmpty() && reply.get(0) instanceof byte[] bytes && RecordBytes.isReadable(bytes)
                ? RecordBytes.of(bytes)
                : null;
    }
}
