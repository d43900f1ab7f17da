package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Violation;
import dev.semel.torture.protocol.Profile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the keys that are called after the last fault. It is kept apart from the stories, as those are thinned out while a long sweep
 * goes on. Not for use by many threads.
 */
public final class Sweep {
    /** The name of the worker that calls them. */
    public static final String CALLER = "sweep";

    private final Map<String, HistoryEvent> called = new HashMap<>();
    private final Map<String, HistoryEvent> answered = new HashMap<>();
    private final Map<String, HistoryEvent> last = new HashMap<>();

    /**
     * How a sweep has ended.
     *
     * @param called how many keys were called
     * @param notCalled how many were not, as the sweep had ended before
     * @param cutShort how many were called, and the sweep ended before they had the time in which they must have an answer
     * @param slowest how many seconds the slowest of all answers took
     */
    public record Result(int called, int notCalled, int cutShort, double slowest) {
        public static final Result NONE = new Result(0, 0, 0, 0);

        public boolean isComplete() {
            return notCalled == 0 && cutShort == 0;
        }
    }

    void take(HistoryEvent event) {
        if (!event.has("w", CALLER)) {
            return;
        } else if (event.kind() == Kind.CALL) {
            called.putIfAbsent(event.id(), event);
        } else if (isFinal(event)) {
            answered.putIfAbsent(event.id(), event);
        } else if (event.kind() == Kind.ANSWER) {
            last.put(event.id(), event);
        }
    }

    private static boolean isFinal(HistoryEvent event) {
        return event.kind() == Kind.COUNT_READ
                || (event.kind() == Kind.ANSWER
                        && (event.find("u") != null
                                || event.find("f") != null
                                || event.has("o", "NotKept")
                                || (event.has("o", "InDoubt")
                                        && Profile.of(event.id()).holds())));
    }

    /**
     * Judges all that were to be called.
     *
     * @param limit in nanoseconds, from the first call of a key to its answer
     * @param endedAt when the sweep ended
     */
    Result judge(Iterable<String> ids, long limit, long endedAt, Consumer<Violation> to) {
        int notCalled = 0;
        int cutShort = 0;
        long slowest = 0;
        for (String id : ids) {
            HistoryEvent call = called.get(id);
            HistoryEvent answer = answered.get(id);
            if (call == null) {
                notCalled++;
                continue;
            }
            long took = (answer == null ? endedAt : answer.at()) - call.at();
            slowest = answer == null ? slowest : Math.max(slowest, took);
            if (took > limit) {
                to.accept(late(call, answer, took));
            } else if (answer == null) {
                cutShort++;
            }
        }
        return new Result(called.size(), notCalled, cutShort, slowest / 1e9);
    }

    private Violation late(HistoryEvent call, @Nullable HistoryEvent answer, long took) {
        List<HistoryEvent> witnesses = new ArrayList<>(List.of(call));
        HistoryEvent known = answer == null ? last.get(call.id()) : answer;
        if (known != null) {
            witnesses.add(known);
        }
        String what = answer == null
                ? "no answer after the last fault"
                : "its answer after the last fault took " + took / 1_000_000 + " ms";
        return new Violation(Rule.EVERY_KEY_SETTLES, call.id(), what, witnesses);
    }
}
