package dev.semel.redis;

import dev.semel.store.BrowsableStore.Position;
import dev.semel.store.BrowsableStore.Query;
import dev.semel.store.RecordId;
import dev.semel.store.RecordState;
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
 * Looks at all records by SCAN, a few hundred at a time, so that the server goes on to serve others. Only the beginning of each record is
 * fetched, and those that are asked for as a whole.
 */
final class Browsing {
    private static final System.Logger LOG = System.getLogger("dev.semel.redis");

    /** Enough for all that is before the result unless names are very long. */
    private static final int BEGINNING = 2_048;

    private final Servers servers;
    private final Questions questions;
    private final Keys keys;

    Browsing(Servers servers, Questions questions, Keys keys) {
        this.servers = servers;
        this.questions = questions;
        this.keys = keys;
    }

    /** What is damaged is left out, and more is read in its place: a page that is not full is the last one. */
    List<StoredRecord> browse(Query query, Function<RecordId, Optional<StoredRecord>> find) {
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
        forEach(BEGINNING, (entry, now) -> {
            RecordId id = entry.id();
            StoredRecord sight = entry.sightedAs(id, now);
            if (query.matches(sight)) {
                page.put(Position.of(sight), id);
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
            LOG.log(System.Logger.Level.WARNING, "a record is left out: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    Map<RecordState, Long> countByState() {
        Map<RecordState, Long> counts = new EnumMap<>(RecordState.class);
        forEach(RecordLayout.SMALLEST, (entry, now) -> counts.merge(entry.stateAt(now), 1L, Long::sum));
        return counts;
    }

    private void forEach(int beginning, BiConsumer<Entry, Long> visitor) {
        // A scan may show a key more than once, and a key may move while a cluster is resharded.
        Set<String> seen = new HashSet<>();
        for (StatefulConnection<byte[], byte[]> master : servers.masters()) {
            String cursor = "0";
            do {
                KeyScanCursor<byte[]> found = questions.scan(master, cursor, keys.pattern());
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
            BiConsumer<Entry, Long> visitor) {
        if (found.isEmpty()) {
            return;
        }
        long now = questions.time(master);
        List<AsyncCommand<byte[], byte[], List<@Nullable Object>>> sent = new ArrayList<>();
        found.forEach(
                key -> sent.add(Questions.send(master, CommandType.GETRANGE, key, "0", String.valueOf(beginning - 1))));
        for (int i = 0; i < found.size(); i++) {
            Entry entry = entry(questions.answer(sent.get(i)));
            boolean wantsNames = beginning > RecordLayout.SMALLEST;
            if (entry != null && wantsNames && !entry.hasNames()) {
                entry = entry(questions.ask(master, CommandType.GET, found.get(i)));
            }
            if (entry != null && !entry.isOver(now) && (!wantsNames || entry.hasNames())) {
                visitor.accept(entry, now);
            }
        }
    }

    private static @Nullable Entry entry(List<@Nullable Object> reply) {
        return !reply.isEmpty() && reply.get(0) instanceof byte[] bytes && Entry.isReadable(bytes)
                ? Entry.of(bytes)
                : null;
    }
}
