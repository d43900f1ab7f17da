package dev.semel.benchmarks;

import dev.semel.benchmarks.Score.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    public Findings run(Workbench bench) throws Exception {
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
        return new SqlReport(
                name(),
                title(),
                bench.circumstances() + "\n" + String.join("\n", descriptions),
                scores,
                targets,
                notes);
    }

    private static List<Score> measure(Database database, Pace pace, Workbench bench) throws Exception {
        SideBySide sideBySide = new SideBySide(pace, database::read);
        List<Score> scores = new ArrayList<>();
        try (SqlScenes scenes = new SqlScenes(database)) {
            for (Map.Entry<String, List<SqlContender>> scene : scenes.all().entrySet()) {
                sideBySide.warmUp(scene.getValue());
                for (int threads : pace.threads()) {
                    database.calmDown();
                    Comparison where = new Comparison(database.name(), scene.getKey(), threads);
                    List<Score> found = sideBySide.measure(where, scene.getValue());
                    found.forEach(each -> bench.say("%s", SqlTable.progress(each)));
                    scores.addAll(found);
                }
            }
        }
        return scores;
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
