package dev.semel.benchmarks;

import java.util.List;

/**
 * What the suite of the Redis store found.
 *
 * @param circumstances machine, Java, effort and servers, a line for each
 * @param scores in the order in which they are shown; in the place of commits and log bytes are microseconds of the server's and of this
 *     process's processor
 */
record RedisReport(String suite, String title, String circumstances, List<Score> scores, List<Target> targets)
        implements Findings {

    RedisReport {
        scores = List.copyOf(scores);
        targets = List.copyOf(targets);
    }

    /** Places, scenes and bars are drawn like those of the SQL stores. */
    private SqlReport drawn() {
        return new SqlReport(suite, title, circumstances, scores, targets, List.of());
    }

    @Override
    public String table() {
        return RedisTable.of(this, drawn());
    }

    @Override
    public String json() {
        return RedisJson.of(this);
    }

    @Override
    public String chart() {
        return drawn().chart();
    }

    @Override
    public boolean isReached() {
        return targets.stream().allMatch(Target::isReached);
    }
}
