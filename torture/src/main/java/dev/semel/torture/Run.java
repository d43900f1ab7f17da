package dev.semel.torture;

import java.util.List;
import java.util.TreeMap;

/**
 * How a run has ended.
 *
 * @param settings of it
 * @param score what was done
 * @param checker what it found
 * @param swept how many records were called once more at the end
 * @param foundAfter seconds until the first violation; negative if there was none
 */
record Run(Settings settings, Score score, Checker checker, int swept, double foundAfter) {

    List<Violation> violations() {
        return checker.violations();
    }

    String summary() {
        StringBuilder text = new StringBuilder();
        line(text, "store", settings.store());
        line(text, "seed", settings.seed());
        line(text, "seconds", Math.round(score.seconds()));
        line(text, "operations", checker.operations());
        line(text, "records and counts", checker.records());
        line(text, "effects", checker.count(Kind.EFFECT));
        line(text, "takeovers", checker.takeovers());
        line(text, "effects of owners that had been overtaken", checker.lateEffects());
        line(text, "kills", score.kills() + " (" + score.count(Fault.KILL_AT_POINT) + " at a named point)");
        line(text, "pauses", score.pauses() + " (" + score.count(Fault.PAUSE_AT_POINT) + " at a named point)");
        line(text, "server crashes or failovers", score.crashes());
        line(text, "cuts", score.cuts());
        line(
                text,
                "lost by the network",
                score.lostReplies() + " replies, " + score.count(Fault.LOSE_REQUEST) + " requests");
        line(text, "lost inside workers", checker.count(Kind.LOST) + " requests and replies");
        line(text, "called again at the end", swept);
        line(text, "endings", new TreeMap<>(checker.endings()));
        line(text, "violations", violations().size());
        return text.toString();
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(String.format("%-44s %s%n", name, value));
    }
}
