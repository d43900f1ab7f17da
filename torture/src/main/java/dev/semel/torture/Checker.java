package dev.semel.torture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges what happened, record by record, while it happens. It takes nothing for wrong that could have been right: what is unknown counts as
 * unknown, and two things of which neither had ended when the other began may have happened in either order. Not for use by many threads.
 */
final class Checker {
    private static final long THIN_OUT_AFTER = 15_000_000_000L;

    private final Times times;
    private final Map<String, Story> stories = new HashMap<>();
    private final Set<Story> changed = new LinkedHashSet<>();
    private final Map<String, Violation> violations = new LinkedHashMap<>();
    private final Map<Kind, Long> counted = new EnumMap<>(Kind.class);
    private final Map<String, Long> endings = new HashMap<>();
    private long takeovers;
    private long lateEffects;
    private long thinnedAt;

    Checker(Times times) {
        this.times = times;
    }

    void take(Event event) {
        counted.merge(event.kind(), 1L, Long::sum);
        if (event.kind() == Kind.LOST) {
            return;
        } else if (event.kind() == Kind.ANSWER) {
            endings.merge(event.text("o").split(" ", 2)[0], 1L, Long::sum);
        } else if (event.kind() == Kind.CLAIMED && event.find("over") != null) {
            takeovers++;
        }
        Story story = stories.computeIfAbsent(event.id(), Story::new);
        story.add(event);
        changed.add(story);
    }

    /**
     * Judges what has not happened after {@code before}.
     *
     * @param withBooks whether all rows are known that were committed by then
     */
    void judge(long before, boolean withBooks) {
        changed.removeIf(story -> {
            boolean ready = story.lastAt() < before && (withBooks || !isBooked(story.id()));
            if (ready) {
                judge(story);
            }
            return ready;
        });
        if (before - thinnedAt > THIN_OUT_AFTER / 3) {
            thinnedAt = before;
            thinOut(before - THIN_OUT_AFTER);
        }
    }

    private void thinOut(long before) {
        for (Story story : stories.values()) {
            if (story.isFull() && story.lastAt() < before && !changed.contains(story)) {
                lateEffects += isCount(story.id()) || isBooked(story.id()) ? 0 : EffectRules.lateEffects(story);
                story.thinOut();
            }
        }
    }

    private void judge(Story story) {
        Story.Verdicts verdicts =
                story.verdicts(violation -> violations.putIfAbsent(violation.rule() + " " + violation.id(), violation));
        if (isCount(story.id())) {
            new CountRules(story, verdicts).check();
        } else if (isBooked(story.id())) {
            new BookRules(story, times, verdicts).check();
        } else {
            new OwnerRules(story, times, verdicts).check();
            new ResultRules(story, times, verdicts).check();
            new EffectRules(story, times, verdicts).check();
        }
    }

    /** To be called at the end: every record that was called then must have an answer by now. */
    void checkSettled(Iterable<String> called, String caller) {
        for (String id : called) {
            Story story = stories.get(id);
            if (story == null || isCount(id)) {
                continue;
            }
            List<Event> answers = story.list(Kind.ANSWER).stream()
                    .filter(answer -> answer.has("w", caller))
                    .toList();
            boolean settled = answers.stream()
                    .anyMatch(answer -> answer.find("u") != null
                            || answer.find("f") != null
                            || (answer.has("o", "InDoubt") && Profile.of(id).holds()));
            if (!settled) {
                story.verdicts(violation -> violations.putIfAbsent(violation.rule() + " " + id, violation))
                        .violated(
                                Rule.EVERY_KEY_SETTLES,
                                "no answer after the last fault",
                                answers.stream()
                                        .skip(Math.max(0, answers.size() - 1))
                                        .toArray(Event[]::new));
            }
        }
    }

    private static boolean isCount(String id) {
        return id.indexOf('|') == id.lastIndexOf('|');
    }

    private static boolean isBooked(String id) {
        return !isCount(id) && Profile.of(id).isBooked();
    }

    /** Records without an answer, counts that last, and some of the records that have an answer. */
    List<String> toBeSwept(int answeredAtMost) {
        List<String> ids = new ArrayList<>();
        List<Story> answered = new ArrayList<>();
        for (Story story : stories.values()) {
            if (isCount(story.id())) {
                if (story.id().startsWith(Counts.LASTING) || story.id().startsWith(Counts.ONCE + "|")) {
                    ids.add(story.id());
                }
            } else if (story.isAnswered()) {
                answered.add(story);
            } else {
                ids.add(story.id());
            }
        }
        answered.sort(Comparator.comparing(Story::id));
        int step = Math.max(1, answered.size() / answeredAtMost);
        for (int i = 0; i < answered.size(); i += step) {
            ids.add(answered.get(i).id());
        }
        return ids;
    }

    List<Violation> violations() {
        return List.copyOf(violations.values());
    }

    long count(Kind... kinds) {
        long sum = 0;
        for (Kind kind : kinds) {
            sum += counted.getOrDefault(kind, 0L);
        }
        return sum;
    }

    /** What clients asked for and got an answer to, of whatever kind. */
    long operations() {
        return count(Kind.ANSWER, Kind.COUNTED, Kind.COUNT_REFUSED);
    }

    long takeovers() {
        return takeovers;
    }

    long lateEffects() {
        return lateEffects
                + stories.values().stream()
                        .filter(story -> story.isFull() && !isCount(story.id()) && !isBooked(story.id()))
                        .mapToLong(EffectRules::lateEffects)
                        .sum();
    }

    int records() {
        return stories.size();
    }

    Map<String, Long> endings() {
        return Map.copyOf(endings);
    }
}
