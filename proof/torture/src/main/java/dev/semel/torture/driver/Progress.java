package dev.semel.torture.driver;

import dev.semel.testkit.history.Kind;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import java.io.PrintStream;

/** A line that says how far a run has come: written over on a terminal, else a new one now and then. */
public final class Progress {
    private final Settings settings;
    private final PrintStream out;
    private final boolean onTerminal = Boolean.getBoolean("semel.torture.terminal");
    private double shownAt = -1;

    public Progress(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    public void show(Score score, Checker checker) {
        double now = score.seconds();
        if (now - shownAt < (onTerminal ? 1 : 15)) {
            return;
        }
        shownAt = now;
        int found = checker.violations().size();
        long forgotten = checker.violations().stream()
                .filter(violation -> Run.isForgotten(violation, checker, score))
                .count();
        out.printf(
                "%s%s %d s: operations %d, kills %d, pauses %d, crashes %d, cuts %d, lost %d, violations %d%s%s",
                onTerminal ? "\r" : "",
                settings.name(),
                (int) now,
                checker.operations(),
                score.kills(),
                score.pauses(),
                score.crashes(),
                score.cuts(),
                score.lostReplies() + checker.count(Kind.LOST),
                found - forgotten,
                score.failovers().isEmpty() ? "" : ", forgotten at a failover " + forgotten,
                onTerminal ? "  " : System.lineSeparator());
        out.flush();
    }

    void end() {
        if (onTerminal) {
            out.println();
        }
    }
}
