package dev.semel.torture.judge;

import dev.semel.testkit.history.Event;
import dev.semel.testkit.history.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What one client did under one key, step by step, and what is known of it at some moment. A step that failed in the store, and not on the way to it, may still be
 * under way, and take effect at any time later: then nothing is known any more of what it might do.
 */
final class KeyStory {
    private final List<Event> steps = new ArrayList<>();

    /** In the order of time. */
    void add(Event step) {
        steps.add(step);
    }

    long amount() {
        return steps.get(0).number("am");
    }

    List<Event> steps() {
        return steps;
    }

    /** Whether it was in the count for sure, all the time from one moment to another. */
    boolean isCounted(long from, long to) {
        boolean counted = false;
        for (Event step : until(to)) {
            switch (step.kind()) {
                case COUNTED -> counted |= step.at() < from;
                case TAKE_BACK, TAKEN_BACK -> counted = false;
                default -> {}
            }
        }
        return counted && !mayComeLate(Kind.TAKE_BACK, to);
    }

    /** Whether it was not in the count for sure, all the time from one moment to another. */
    boolean isGone(long from, long to) {
        boolean gone = true;
        for (Event step : until(to)) {
            switch (step.kind()) {
                case COUNT, COUNTED -> gone = false;
                case TAKEN_BACK, COUNT_REFUSED -> gone |= step.at() < from;
                default -> {}
            }
        }
        return gone && !mayComeLate(Kind.COUNT, to);
    }

    /** Since when it may have been counted what an answer says: a repetition gets the first answer, until that is taken back. */
    long origin(Event answer) {
        boolean unclear = mayComeLate(Kind.COUNT, answer.at()) || mayComeLate(Kind.TAKE_BACK, answer.at());
        long origin = Long.MAX_VALUE;
        for (Event step : until(answer.at())) {
            if (step.kind() == Kind.COUNT) {
                origin = Math.min(origin, step.at());
            } else if (step.kind() == Kind.TAKEN_BACK && !unclear) {
                origin = Long.MAX_VALUE;
            }
        }
        return Math.min(origin, answer.began());
    }

    private List<Event> until(long moment) {
        return steps.stream().filter(step -> step.at() < moment).toList();
    }

    boolean mayComeLate(Kind what, long until) {
        return steps.stream()
                .anyMatch(
                        step -> step.kind() == Kind.COUNT_FAILED && step.at() < until && step.has("what", what.name()));
    }
}
