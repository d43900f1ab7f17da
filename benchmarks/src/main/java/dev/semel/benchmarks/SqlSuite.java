package dev.semel.benchmarks;

import dev.semel.benchmarks.report.Figure;
import dev.semel.benchmarks.report.Report;
import dev.semel.benchmarks.report.Score;
import dev.semel.benchmarks.report.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the SQL stores cost beside what people write by hand, and beside what the databases can do at best. */
final class SqlSuite implements Suite {
    private final @Nullable Pace fixedPace;

    SqlSuite() {
        this(null);
    }

    /** With a pace of its own, whatever the effort. */
    SqlSuite(@Nullable Pace pace) {
        this.fixedPace = pace;
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public String title() {
        return "SQL stores at full durability: results of 1 KB, a pool of ten connections";
    }

    @Override
    public List<String> parts() {
        return Database.PARTS;
    }

    @Override
    public Report run(Workbench bench) throws Exception {
        Pace pace = fixedPace == null ? Pace.of(bench.effort(), bench.selection()) : fixedPace;
        List<String> descriptions = new ArrayList<>();
        List<Score> scores = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (String part : Database.PARTS) {
            if (bench.selection().has(part)) {
                try (Database database = Database.start(part)) {
                    descriptions.add(database.description());
                    List<Score> found = measure(database, pace, bench);
                    scores.addAll(found);
                    targets.addAll(SqlTargets.of(part, database.name(), found));
                    count(part, database, bench, targets, notes);
                }
            }
        }
        return new Report(
                name(), title(), bench.circumstances(descriptions), Figure.CALLS_PER_SECOND, scores, targets, notes);
    }

    private static List<Score> measure(Database database, Pace pace, Workbench bench) throws Exception {
        try (SqlScenes scenes = new SqlScenes(database)) {
            return new SideBySide(pace, database::read)
                    .measure(bench, database.name(), scenes.all(), database::calmDown);
        }
    }

    private static void count(String part, Database database, Workbench bench, List<Target> targets, List<String> notes)
            throws Exception {
        if (part.equals("sqlite")) {
            SyncProbe.count(bench, targets, notes);
        } else {
            targets.addAll(StatementCount.of(database));
        }
    }
}
