package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.measure.Contender;
import dev.semel.benchmarks.servers.BenchDatabase;
import dev.semel.benchmarks.workload.CallKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contenders on one database. The first contender of a scene is the baseline of the others. */
final class SqlScenes implements AutoCloseable {
    static final String NEW = "new operations";
    static final String REPLAYS = "replays";
    static final String TRANSACTIONS = "with a business transaction";

    static final String HAND_WRITTEN = "hand-written";
    static final String COMBINED = "Semel, combined";
    static final String UNCOMBINED = "Semel, uncombined";
    static final String TRANSACTIONAL = "Semel, transactional";

    private final BenchDatabase database;
    private final List<SemelTable> opened = new ArrayList<>();
    private final Map<String, List<Contender>> scenes = new LinkedHashMap<>();

    SqlScenes(BenchDatabase database) throws Exception {
        this.database = database;
        scenes.put(NEW, newOperations());
        scenes.put(REPLAYS, replays());
        scenes.put(TRANSACTIONS, transactions());
    }

    Map<String, List<Contender>> all() {
        return scenes;
    }

    private SemelTable open(String name, boolean combining) {
        SemelTable table = new SemelTable(database, name, combining);
        opened.add(table);
        return table;
    }

    private static Contender adding(String name, Contender.Step step, Rows... tables) {
        Contender.Step reset = () -> {
            for (Rows each : tables) {
                each.reset();
            }
        };
        return Contender.adding(name, reset, step, tables);
    }

    private static Contender reading(String name, Contender.Step step, Rows table) {
        return Contender.reading(name, () -> {}, step, table);
    }

    private List<Contender> newOperations() throws Exception {
        HandWritten autoCommit = new HandWritten(database, "new hand written");
        HandWritten locking = new HandWritten(database, "new select for update");
        SemelTable combined = open("new combined", true);
        SemelTable uncombined = open("new uncombined", false);
        Limits alone = new Limits(database, "limit alone");
        Limits together = new Limits(database, "limit together");
        return List.of(
                adding(HAND_WRITTEN, autoCommit::once, autoCommit.rows()),
                adding("hand-written, for update", locking::onceLocked, locking.rows()),
                adding(UNCOMBINED, uncombined.calls()::once, uncombined.rows()),
                adding(COMBINED, combined.calls()::once, combined.rows()),
                adding("limit: bare insert", alone::insertAlone, alone.rows()),
                adding("limit: batched inserts", together::insertTogether, together.rows()));
    }

    private List<Contender> replays() throws Exception {
        HandWritten written = new HandWritten(database, "replay hand written");
        written.rows().reset();
        SemelTable combined = open("replay semel", true);
        combined.fill();
        SemelTable uncombined = open("replay semel", false);
        return List.of(
                reading(HAND_WRITTEN, written::replay, written.rows()),
                reading(UNCOMBINED, uncombined.calls()::replay, uncombined.rows()),
                reading(COMBINED, combined.calls()::replay, combined.rows()));
    }

    private List<Contender> transactions() throws Exception {
        OrderTable bare = new OrderTable(database, "business");
        return List.of(
                adding("business transaction alone", bare::insertAlone, bare.rows()),
                separately(),
                around(),
                transactional());
    }

    /** Runs claim, business transaction and settlement, each with its own commit. */
    private Contender separately() throws Exception {
        HandWritten written = new HandWritten(database, "separate");
        OrderTable orders = new OrderTable(database, "separate");
        Contender.Step step = () -> {
            String key = CallKeys.fresh();
            written.claim(key);
            orders.insertAlone();
            written.settle(key);
        };
        return adding("hand-written, separate commits", step, written.rows(), orders.rows());
    }

    private Contender around() throws Exception {
        SemelTable combined = open("around", true);
        OrderTable orders = new OrderTable(database, "around");
        Contender.Step step = () -> combined.calls().onceAround(orders::insertAlone);
        return adding("Semel, combined around it", step, combined.rows(), orders.rows());
    }

    private Contender transactional() throws Exception {
        SemelTable records = open("transactional", true);
        OrderTable orders = new OrderTable(database, "transactional");
        return adding(TRANSACTIONAL, () -> records.onceWith(orders), records.rows(), orders.rows());
    }

    @Override
    public void close() {
        opened.forEach(SemelTable::close);
    }
}
