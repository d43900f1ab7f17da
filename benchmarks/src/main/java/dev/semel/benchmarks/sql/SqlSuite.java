package dev.semel.benchmarks.sql;

import dev.semel.benchmarks.measure.Effort;
import dev.semel.benchmarks.measure.PacedSuite;
import dev.semel.benchmarks.measure.SideBySide;
import dev.semel.benchmarks.measure.SuiteFindings;
import dev.semel.benchmarks.report.Measurement;
import dev.semel.benchmarks.servers.BenchDatabase;
import java.util.List;

/** The cost of the SQL stores beside hand-written code, and beside the fastest inserts of each database. */
public final class SqlSuite extends PacedSuite<BenchDatabase> {

    /** Creates the suite. */
    public SqlSuite() {
        super("sql", "SQL stores at full durability: results of 1 KB, a pool of ten connections", BenchDatabase.PARTS);
    }

    @Override
    protected BenchDatabase start(String part, Effort effort) throws Exception {
        return BenchDatabase.start(part);
    }

    @Override
    protected void measure(String part, BenchDatabase database, SideBySide sideBySide, SuiteFindings found)
            throws Exception {
        found.describe(database.description());
        try (SqlScenes scenes = new SqlScenes(database)) {
            List<Measurement> measured =
                    sideBySide.measure(database.name(), scenes.all(), database::read, database::settle);
            found.add(measured);
            found.judge(SqlTargets.of(part, measured));
        }
        if (part.equals("sqlite")) {
            SyncProbe.count(found);
        } else {
            found.judge(StatementCounter.count(database));
        }
    }
}
