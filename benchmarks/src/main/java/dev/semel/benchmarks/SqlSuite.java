package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Score;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the SQL stores cost beside what people write by hand, and beside what the databases can do at best. */
final class SqlSuite extends PacedSuite<Database> {
    SqlSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    SqlSuite(@Nullable Pace pace) {
        super("sql", "SQL stores at full durability: results of 1 KB, a pool of ten connections", Database.PARTS, pace);
    }

    @Override
    Database start(String part, Workbench bench) throws Exception {
        return Database.start(part);
    }

    @Override
    void measure(String part, Database database, Pace pace, Workbench bench, Findings found) throws Exception {
        found.descriptions.add(database.description());
        List<Score> scores;
        try (SqlScenes scenes = new SqlScenes(database)) {
            scores = new SideBySide(pace, database::read)
                    .measure(bench, database.name(), scenes.all(), database::calmDown);
        }
        found.scores.addAll(scores);
        found.targets.addAll(SqlTargets.of(part, database.name(), scores));
        if (part.equals("sqlite")) {
            SyncProbe.count(bench, found.targets, found.notes);
        } else {
            found.targets.addAll(StatementCount.of(database));
        }
    }
}
