package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps of one client under one key, and what is known of them at some moment. A step that failed in the store, and not on the way to it, may still be
 * under way, and take effect at any time later: then nothing is known any more of what it might do.
 */
final class KeyStory {
    private final List<HistoryEvent> steps = new ArrayList<>();

    /** Adds a step. Steps are added in the order of time. */
    void add(HistoryEvent step) {
        steps.add(step);
    }

    long amount() {
        return steps.get(0).number("am");
    }

    List<HistoryEvent> steps() {
        return steps;
    }

    /** Returns whether it was certainly part of the count from one moment to another. */
    boolean isCounted(long from, long to) {
        boolean counted = false;
        for (HistoryEvent step : until(to)) {
            switch (step.kind()) {
                case COUNTED -> counted |= step.at() < from;
                case TAKE_BACK, TAKEN_BACK -> counted = false;
                default -> {}
            }
        }
        return counted && !mayComeLate(Kind.TAKE_BACK, to);
    }

    /** Returns whether it was certainly not part of the count from one moment to another. */
    boolean isGone(long from, long to) {
        boolean gone = true;
        for (HistoryEvent step : until(to)) {
            switch (step.kind()) {
                case COUNT, COUNTED -> gone = false;
                case TAKEN_BACK, COUNT_REFUSED -> gone |= step.at() < from;
                default -> {}
            }
        }
        return gone && !mayComeLate(Kind.COUNT, to);
    }

    /** Returns the earliest time at which the count of an answer may have been reached: a repetition gets the first answer, until that is taken back. */
    long origin(HistoryEvent answer) {
        boolean unclear = mayComeLate(Kind.COUNT, answer.at()) || mayComeLate(Kind.TAKE_BACK, answer.at());
        long origin = Long.MAX_VALUE;
        for (HistoryEvent step : until(answer.at())) {
            if (step.kind() == Kind.COUNT) {
                origin = Math.min(origin, step.at());
            } else if (step.kind() == Kind.TAKEN_BACK && !unclear) {
                origin = Long.MAX_VALUE;
            }
        }
        return Math.min(origin, answer.began());
    }

    private List<HistoryEvent> until(long moment) {
        return steps.stream().filter(step -> step.at() < moment).toList();
    }

    boolean mayComeLate(Kind what, long until) {
        return steps.stream()
                .anyMatch(
                        step -> step.kind() == Kind.COUNT_FAILED && step.at() < until && step.has("what", what.name()));
    }
}
