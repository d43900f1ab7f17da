package dev.semel.torture.driver;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkersJava;
import dev.semel.torture.fault.RigFault;
import dev.semel.torture.fault.Score;
import dev.semel.torture.judge.Checker;
import dev.semel.torture.judge.Sweep;
import dev.semel.torture.protocol.Hidden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param settings of it
 * @param score what was done
 * @param checker what it found
 * @param swept how it went when keys were called once more at the end
 * @param foundAfter seconds until the first violation; negative if there was none
 * @param failure what failed in the rig itself; {@code null} if nothing did
 */
public record Run(
        Settings settings,
        Score score,
        Checker checker,
        Sweep.Result swept,
        double foundAfter,
        @Nullable Throwable failure) {

    private static final int SHOWN_AT_MOST = 20;

    /** Returns what failed in the rig, in a sentence, or an empty text. */
    public String failed() {
        if (failure == null) {
            return "";
        }
        return Hidden.of(settings.store())
                .in(
                        failure instanceof IllegalStateException
                                ? String.valueOf(failure.getMessage())
                                : failure.toString());
    }

    /** Returns whether the machine's clock was set meanwhile, so that findings prove nothing. */
    public boolean clockWasSet() {
        return Stream.ofNullable(failure)
                .flatMap(thrown -> Stream.concat(Stream.of(thrown), Arrays.stream(thrown.getSuppressed())))
                .anyMatch(TimeOfDay.ClockSetException.class::isInstance);
    }

    /** Returns the exit code: 1 if a rule was broken, otherwise 2 if the rig failed, otherwise 0. */
    public int exitCode() {
        return !broken().isEmpty() ? 1 : failure != null ? 2 : 0;
    }

    /** Returns all violations. */
    public List<Violation> violations() {
        return checker.violations();
    }

    /** Returns the violations that no failover explains. */
    public List<Violation> broken() {
        return violations().stream()
                .filter(violation -> !isForgotten(violation))
                .toList();
    }

    boolean isForgotten(Violation violation) {
        return isForgotten(violation, checker, score);
    }

    /** Returns whether a failover that forgot acknowledged writes explains a violation. */
    static boolean isForgotten(Violation violation, Checker checker, Score score) {
        return checker.isExplained(violation, score.failovers());
    }

    /** Describes a violation. Adds the last events of its record or count if there are too few witnesses. */
    public String describe(Violation violation) {
        if (violation.witnesses().size() > 1) {
            return violation.describe();
        }
        List<HistoryEvent> shown = Stream.concat(
                        violation.witnesses().stream(), checker.history(violation.id(), SHOWN_AT_MOST).stream())
                .distinct()
                .sorted(Comparator.comparingLong(HistoryEvent::at))
                .toList();
        return new Violation(violation.rule(), violation.id(), violation.what(), shown).describe();
    }

    public String summary() {
        StringBuilder text = new StringBuilder();
        line(text, "store", settings.name());
        line(text, "seed", settings.seed());
        line(
                text,
                "Java of the workers",
                WorkersJava.version()
                        + (WorkersJava.hasVirtualThreads() ? ", half of the clients on virtual threads" : ""));
        line(text, "seconds", Math.round(score.seconds()));
        line(text, "operations", checker.operations());
        line(text, "records and counts", checker.records());
        line(text, "effects", checker.count(Kind.EFFECT));
        line(text, "takeovers", checker.takeovers());
        line(text, "effects of overtaken owners", checker.lateEffects());
        line(text, "kills", score.kills() + " (" + score.count(RigFault.KILL_AT_POINT) + " at a named point)");
        line(text, "pauses", score.pauses() + " (" + score.count(RigFault.PAUSE_AT_POINT) + " at a named point)");
        line(text, "server crashes or failovers", score.crashes());
        lineIfAny(text, "times memory was full", score.count(RigFault.FILL_MEMORY));
        lineIfAny(text, "times slots moved", score.count(RigFault.RESHARD));
        line(text, "cuts", score.cuts());
        line(text, "pools exhausted", score.count(RigFault.RUN_POOL_DRY));
        long off = settings.clocksAreOffBy().toSeconds();
        line(text, "clocks of two worker processes", off == 0 ? "right" : off + " s behind, " + off + " s ahead");
        line(
                text,
                "lost by the network",
                score.lostReplies() + " replies, " + score.count(RigFault.LOSE_REQUEST) + " requests");
        line(text, "lost inside workers", checker.count(Kind.LOST) + " requests and replies");
        line(text, "called again at the end", called());
        line(text, "endings", new TreeMap<>(checker.endings()));
        line(text, "points", score.points());
        List<Path> complaints = complaints();
        if (!complaints.isEmpty()) {
            line(text, "workers with error output", complaints.size() + ", the first to " + complaints.get(0));
        }
        line(text, "violations", broken().size());
        if (!score.failovers().isEmpty()) {
            line(text, "forgotten at a failover", violations().size() - broken().size());
        }
        if (failure != null) {
            line(text, "the rig failed", failed());
        }
        return text.toString();
    }

    /** Returns the error output of workers that wrote some: an exception may have ended a thread in the background. */
    private List<Path> complaints() {
        try (Stream<Path> files = Files.list(settings.out())) {
            return files.filter(Run::isComplaint).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isComplaint(Path file) {
        String name = file.getFileName().toString();
        if (!name.startsWith("worker-") || !name.endsWith(".err")) {
            return false;
        }
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            // A JVM that was given options by the environment says so, and nothing is wrong.
            return lines.anyMatch(line -> !line.isBlank() && !line.startsWith("Picked up "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String called() {
        return swept.called()
                + (swept.slowest() == 0 ? "" : String.format(", the slowest answer after %.1f s", swept.slowest()))
                + (swept.notCalled() == 0 ? "" : ", not called " + swept.notCalled())
                + (swept.cutShort() == 0 ? "" : ", cut off " + swept.cutShort());
    }

    private static void lineIfAny(StringBuilder text, String name, int count) {
        if (count > 0) {
            line(text, name, count);
        }
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(String.format("%-44s %s%n", name, value));
    }
}
