package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.history.rules.RecordRules;
import dev.semel.torture.protocol.CountNames;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges what happened, record by record, while it happens. It takes nothing for wrong that could have been right: what is unknown counts as
 * unknown, and two things of which neither had ended when the other began may have happened in either order. Not for use by many threads.
 */
public final class Checker {
    private static final long THIN_OUT_AFTER = 15_000_000_000L;

    /** Much longer than any call, fault or call after it takes. */
    private static final long FORGET_AFTER = 180_000_000_000L;

    /** A good part of all work takes longer than a lease lasts without being renewed. */
    private static final int LONG_WORK_FOR_SURE = 300;

    private final Times times;
    private final Map<String, Story> stories = new HashMap<>();
    private final Set<Story> changed = new LinkedHashSet<>();
    private final Map<String, Violation> violations = new LinkedHashMap<>();
    private final Set<String> violated = new HashSet<>();
    private final Map<Kind, Long> counted = new EnumMap<>(Kind.class);
    private final Map<String, Long> endings = new HashMap<>();
    private final Sweep sweep = new Sweep();
    private final Renewals renewals;
    private final Dryness dryness;
    private final Sizes sizes = new Sizes();
    private final OpenCalls openCalls = new OpenCalls();
    private long takeovers;
    private long thinnedAt;
    private int forgotten;
    private long forgottenLateEffects;

    public Checker(Times times) {
        this.times = times;
        this.renewals = new Renewals(times);
        this.dryness = new Dryness(times);
    }

    public void take(HistoryEvent event) {
        counted.merge(event.kind(), 1L, Long::sum);
        dryness.take(event);
        sizes.take(event);
        if (event.kind() == Kind.LOST || event.id().equals(Values.POOL)) {
            return;
        } else if (event.kind() == Kind.ANSWER) {
            endings.merge(event.text("o").split(" ", 2)[0], 1L, Long::sum);
        } else if (event.kind() == Kind.CLAIMED && event.find("over") != null) {
            takeovers++;
        }
        if (event.kind() == Kind.ANSWER && isCount(event.id())) {
            add(new Violation(Rule.NOTHING_UNEXPECTED, event.id(), event.text("o"), List.of(event)));
            return;
        }
        openCalls.take(event);
        if (event.kind() == Kind.BEGIN || event.kind() == Kind.END) {
            return;
        }
        if (event.kind() == Kind.OUT_OF_MEMORY) {
            String what = "an owner's write was refused for lack of memory";
            add(new Violation(Rule.OWNERS_NEED_NO_MEMORY, event.id(), what, List.of(event)));
        }
        Story story = stories.computeIfAbsent(event.id(), Story::new);
        story.add(event);
        if (isBooked(event.id()) && (event.has("o", "Executed") || event.has("o", "Declined"))) {
            // What a transaction writes is not in the journal: all of it lies within its call.
            story.written().add(event.began(), event.at());
        }
        changed.add(story);
        sweep.take(event);
        renewals.take(event);
    }

    /**
     * Judges what has not happened after {@code before}.
     *
     * @param withBooks whether all rows are known that were committed by then
     */
    public void judge(long before, boolean withBooks) {
        changed.removeIf(story -> {
            boolean ready = story.lastAt() < before && (withBooks || !isBooked(story.id()));
            if (ready) {
                judge(story);
            }
            return ready;
        });
        dryness.judge(this::add);
        sizes.problem(before).ifPresent(this::add);
        if (before - thinnedAt > THIN_OUT_AFTER / 3) {
            thinnedAt = before;
            thinOut(before - THIN_OUT_AFTER);
        }
    }

    private void thinOut(long before) {
        for (Iterator<Story> each = stories.values().iterator(); each.hasNext(); ) {
            Story story = each.next();
            if (changed.contains(story)) {
                continue;
            }
            if (story.isFull() && story.lastAt() < before) {
                story.thinOut();
            }
            if (isPassing(story.id()) && story.lastAt() < before - FORGET_AFTER && !violated.contains(story.id())) {
                forgotten++;
                forgottenLateEffects += lateEffects(story);
                each.remove();
            }
        }
    }

    /** Returns whether a record or count is requested for a limited time only, neither by clients later nor by the sweep at the end. */
    private static boolean isPassing(String id) {
        return isCount(id) ? !isLastingCount(id) : Profile.of(id).isShort();
    }

    private static boolean isLastingCount(String id) {
        return id.startsWith(CountNames.LASTING + "|")
                || id.startsWith(CountNames.ONCE + "|")
                || id.startsWith(CountNames.PAIR + "|");
    }

    private void judge(Story story) {
        Story.Verdicts verdicts = story.verdicts(this::add);
        if (isCount(story.id())) {
            new CountRules(story, verdicts).check();
        } else if (isBooked(story.id())) {
            new BookRules(story, times, verdicts).check();
        } else {
            RecordRules.check(story, times, Profile.of(story.id()).terms(), verdicts);
        }
    }

    /**
     * Checks, at the end, that all calls of the sweep had their answers in time, and that leases were renewed.
     *
     * @param called what was to be called
     * @param limit how long each may take
     * @param endedAt when the last call had ended or was cut off
     */
    public Sweep.Result checkSettled(Iterable<String> called, Duration limit, long endedAt) {
        if (count(Kind.EFFECT_DONE) > LONG_WORK_FOR_SURE && count(Kind.RENEWED) == 0) {
            add(new Violation(Rule.LEASES_ARE_RENEWED, "any", "no lease was ever renewed", List.of()));
        }
        renewals.problem().ifPresent(what -> add(new Violation(Rule.LEASES_ARE_RENEWED, "many", what, List.of())));
        return sweep.judge(called, limit.toNanos(), endedAt, this::add);
    }

    /**
     * Checks that every call has returned, when all is read of the workers that were stopped.
     *
     * @param stuck those that had long enough to end, and had not
     */
    public void checkReturned(Set<String> stuck) {
        openCalls.judge(stuck, this::add);
    }

    private void add(Violation violation) {
        violations.putIfAbsent(violation.rule() + " " + violation.id(), violation);
        violated.add(violation.id());
    }

    private static boolean isCount(String id) {
        return id.indexOf('|') == id.lastIndexOf('|');
    }

    private static boolean isBooked(String id) {
        return !isCount(id) && Profile.of(id).isBooked();
    }

    /** Records without an answer, counts that last, and some of the records that have an answer. */
    public List<String> toBeSwept(int answeredAtMost) {
        List<String> ids = new ArrayList<>();
        List<Story> answered = new ArrayList<>();
        for (Story story : stories.values()) {
            if (isCount(story.id())) {
                if (isLastingCount(story.id())) {
                    ids.add(story.id());
                }
            } else if (story.isAnswered()) {
                answered.add(story);
            } else {
                ids.add(story.id());
            }
        }
        answered.sort(Comparator.comparing(Story::id));
        int step = Math.max(1, (answered.size() - 1) / answeredAtMost + 1);
        for (int i = 0; i < answered.size(); i += step) {
            ids.add(answered.get(i).id());
        }
        return ids;
    }

    /**
     * Returns whether one of these may have forgotten what was written to a record or count, before the violation showed. An answer without an effect is
     * explained only if the effect was to be in the same database, and by a failover in which this very answer was given: what is answered
     * later is there, and so is its effect. Only the first violation of a record is kept, so all its answers without an effect are looked at.
     */
    public boolean isExplained(Violation violation, List<Failover> failovers) {
        Story story = stories.get(violation.id());
        if (story == null) {
            return false;
        } else if (violation.rule() == Rule.NO_ANSWER_WITHOUT_EFFECT) {
            return isBooked(story.id())
                    && Stream.concat(violation.witnesses().stream(), answersWithoutEffect(story))
                            .allMatch(answer -> failovers.stream().anyMatch(each -> each.mayHaveForgotten(answer)));
        }
        return violation.rule().dependsOnMemory()
                && failovers.stream().anyMatch(failover -> failover.mayHaveForgotten(story.written(), violation.at()));
    }

    private static Stream<HistoryEvent> answersWithoutEffect(Story story) {
        Set<String> effects =
                story.all(Kind.EFFECT).map(effect -> effect.text("u")).collect(Collectors.toSet());
        return story.all(Kind.ANSWER).filter(answer -> answer.find("u") != null && !effects.contains(answer.text("u")));
    }

    /** Returns the last that is known of a record or count. */
    public List<HistoryEvent> history(String id, int atMost) {
        Story story = stories.get(id);
        List<HistoryEvent> known = story == null ? List.of() : story.list(Kind.RESULTS.toArray(Kind[]::new));
        return known.subList(Math.max(0, known.size() - atMost), known.size());
    }

    public List<Violation> violations() {
        return List.copyOf(violations.values());
    }

    public long count(Kind... kinds) {
        long sum = 0;
        for (Kind kind : kinds) {
            sum += counted.getOrDefault(kind, 0L);
        }
        return sum;
    }

    /** Returns the number of requests that got an answer of any kind. */
    public long operations() {
        return count(Kind.ANSWER, Kind.COUNTED, Kind.COUNT_REFUSED);
    }

    public long takeovers() {
        return takeovers;
    }

    /** Counts late effects, again at each call: claims and effects are kept when a story is thinned out. */
    public long lateEffects() {
        return forgottenLateEffects
                + stories.values().stream().mapToLong(Checker::lateEffects).sum();
    }

    private static long lateEffects(Story story) {
        return isCount(story.id()) || isBooked(story.id()) ? 0 : RecordRules.lateEffects(story);
    }

    public int records() {
        return stories.size() + forgotten;
    }

    public Map<String, Long> endings() {
        return Map.copyOf(endings);
    }
}
