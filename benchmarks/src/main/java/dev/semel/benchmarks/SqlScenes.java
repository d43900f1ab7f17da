package dev.semel.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is compared on one database. The first contender of a scene is the one that the others are compared with. */
final class SqlScenes implements AutoCloseable {
    static final String NEW = "new operations";
    static final String REPLAYS = "replays";
    static final String TRANSACTIONS = "with a business transaction";

    static final String HAND_WRITTEN = "hand-written";
    static final String COMBINED = "Semel, combined";
    static final String UNCOMBINED = "Semel, uncombined";
    static final String BARE_BUSINESS = "business transaction alone";
    static final String TRANSACTIONAL = "Semel, transactional";

    private final Database database;
    private final List<SemelRecords> opened = new ArrayList<>();
    private final Map<String, List<SqlContender>> scenes = new LinkedHashMap<>();

    SqlScenes(Database database) throws Exception {
        this.database = database;
        scenes.put(NEW, newOperations());
        scenes.put(REPLAYS, replays());
        scenes.put(TRANSACTIONS, transactions());
    }

    Map<String, List<SqlContender>> all() {
        return scenes;
    }

    private SemelRecords open(SemelRecords records) {
        opened.add(records);
        return records;
    }

    private List<SqlContender> newOperations() throws Exception {
        HandWritten autoCommit = new HandWritten(database, "new hand written");
        HandWritten locking = new HandWritten(database, "new select for update");
        SemelRecords combined = open(SemelRecords.combined(database, "new combined"));
        SemelRecords uncombined = open(SemelRecords.uncombined(database, "new uncombined"));
        Limits alone = new Limits(database, "limit alone");
        Limits together = new Limits(database, "limit together");
        return List.of(
                SqlContender.adding(HAND_WRITTEN, autoCommit::once, autoCommit.rows()),
                SqlContender.adding("hand-written, for update", locking::onceLocked, locking.rows()),
                SqlContender.adding(UNCOMBINED, uncombined::once, uncombined.rows()),
                SqlContender.adding(COMBINED, combined::once, combined.rows()),
                SqlContender.adding("limit: bare insert", alone::insertAlone, alone.rows()),
                SqlContender.adding("limit: batched inserts", together::insertTogether, together.rows()));
    }

    private List<SqlContender> replays() throws Exception {
        HandWritten written = new HandWritten(database, "replay hand written");
        written.rows().reset();
        SemelRecords combined = open(SemelRecords.combined(database, "replay semel"));
        combined.fill();
        SemelRecords uncombined = open(SemelRecords.uncombined(database, "replay semel"));
        return List.of(
                SqlContender.reading(HAND_WRITTEN, written::replay, written.rows()),
                SqlContender.reading(UNCOMBINED, uncombined::replay, uncombined.rows()),
                SqlContender.reading(COMBINED, combined::replay, combined.rows()));
    }

    private List<SqlContender> transactions() throws Exception {
        Orders bare = new Orders(database, "business");
        return List.of(
                SqlContender.adding(BARE_BUSINESS, bare::insertAlone, bare.rows()),
                separately(),
                around(),
                transactional());
    }

    /** Claim, business and settlement, each committed on its own. */
    private SqlContender separately() throws Exception {
        HandWritten written = new HandWritten(database, "separate");
        Orders orders = new Orders(database, "separate");
        SqlContender.Step step = () -> {
            String key = SqlKeys.fresh();
            written.claim(key);
            orders.insertAlone();
            written.settle(key);
        };
        return SqlContender.adding("hand-written, separate commits", step, written.rows(), orders.rows());
    }

    private SqlContender around() throws Exception {
        SemelRecords combined = open(SemelRecords.combined(database, "around"));
        Orders orders = new Orders(database, "around");
        return SqlContender.adding(
                "Semel, combined around it",
                () -> combined.onceAround(orders::insertAlone),
                combined.rows(),
                orders.rows());
    }

    private SqlContender transactional() throws Exception {
        SemelRecords records = open(SemelRecords.combined(database, "transactional"));
        Orders orders = new Orders(database, "transactional");
        return SqlContender.adding(TRANSACTIONAL, () -> records.onceWith(orders), records.rows(), orders.rows());
    }

    @Override
    public void close() {
        opened.forEach(SemelRecords::close);
    }
}
