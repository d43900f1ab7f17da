package dev.semel.torture.driver;

import dev.semel.testkit.history.Event;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.crew.Settings;
import dev.semel.torture.crew.WorkersJava;
import dev.semel.torture.fault.Fault;
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
 * How a run has ended.
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

    /** What failed in the rig itself, in a sentence; empty if nothing did. */
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

    /** Whether somebody has set the machine's clock meanwhile, so that findings prove nothing. */
    public boolean clockWasSet() {
        return Stream.ofNullable(failure)
                .flatMap(thrown -> Stream.concat(Stream.of(thrown), Arrays.stream(thrown.getSuppressed())))
                .anyMatch(TimeOfDay.ClockSetException.class::isInstance);
    }

    /** What the command ends with: 1 if a rule was broken, 2 if none was and the rig itself failed. */
    public int exitCode() {
        return !broken().isEmpty() ? 1 : failure != null ? 2 : 0;
    }

    /** All that was found. */
    public List<Violation> violations() {
        return checker.violations();
    }

    /** What can't be explained by a failover that forgot what it had acknowledged. */
    public List<Violation> broken() {
        return violations().stream()
                .filter(violation -> !isForgotten(violation))
                .toList();
    }

    boolean isForgotten(Violation violation) {
        return isForgotten(violation, checker, score);
    }

    /** Whether it can be explained by a failover that forgot what it had acknowledged. */
    static boolean isForgotten(Violation violation, Checker checker, Score score) {
        return checker.isExplained(violation, score.failovers());
    }

    /** What happened; where the witnesses are too few to show it, with the last that happened to that record or count. */
    public String describe(Violation violation) {
        if (violation.witnesses().size() > 1) {
            return violation.describe();
        }
        List<Event> shown = Stream.concat(
                        violation.witnesses().stream(), checker.history(violation.id(), SHOWN_AT_MOST).stream())
                .distinct()
                .sorted(Comparator.comparingLong(Event::at))
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
        line(text, "effects of owners that had been overtaken", checker.lateEffects());
        line(text, "kills", score.kills() + " (" + score.count(Fault.KILL_AT_POINT) + " at a named point)");
        line(text, "pauses", score.pauses() + " (" + score.count(Fault.PAUSE_AT_POINT) + " at a named point)");
        line(text, "server crashes or failovers", score.crashes());
        lineIfAny(text, "times that memory was full", score.count(Fault.FILL_MEMORY));
        lineIfAny(text, "times that slots moved", score.count(Fault.RESHARD));
        line(text, "cuts", score.cuts());
        line(text, "pools run dry", score.count(Fault.RUN_POOL_DRY));
        long off = settings.clocksAreOffBy().toSeconds();
        line(text, "clocks of two worker processes", off == 0 ? "right" : off + " s behind, " + off + " s ahead");
        line(
                text,
                "lost by the network",
                score.lostReplies() + " replies, " + score.count(Fault.LOSE_REQUEST) + " requests");
        line(text, "lost inside workers", checker.count(Kind.LOST) + " requests and replies");
        line(text, "called again at the end", called());
        line(text, "endings", new TreeMap<>(checker.endings()));
        line(text, "points", score.points());
        List<Path> complaints = complaints();
        if (!complaints.isEmpty()) {
            line(text, "workers that wrote errors", complaints.size() + ", the first to " + complaints.get(0));
        }
        line(text, "violations", broken().size());
        if (!score.failovers().isEmpty()) {
            line(text, "forgotten at a failover", violations().size() - broken().size());
        }
        if (failure != null) {
            line(text, "the rig itself has failed", failed());
        }
        return text.toString();
    }

    /** The files of workers that had something to say: an exception may have ended a thread that nobody waits for. */
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
