package dev.semel.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All known events of one record or count. Not safe for use by multiple threads. */
public final class Story {
    private static final Set<Kind> LASTING = EnumSet.of(
            Kind.CLAIMED,
            Kind.SETTLE,
            Kind.SETTLE_APPLIED,
            Kind.RELEASE,
            Kind.EFFECT,
            Kind.EFFECT_DONE,
            Kind.VERDICT,
            Kind.STARTED,
            Kind.LEFT_OPEN,
            Kind.COUNT,
            Kind.COUNTED,
            Kind.COUNT_REFUSED,
            Kind.COUNT_READ,
            Kind.COUNT_UNEXPECTED,
            Kind.COUNT_FAILED,
            Kind.TAKE_BACK,
            Kind.TAKEN_BACK);

    private final String id;
    private final Map<String, HistoryEvent> lives = new HashMap<>();
    private List<HistoryEvent> events = new ArrayList<>();
    private final Spans written = new Spans();
    private final Map<String, Long> asked = new HashMap<>();
    private boolean sent;
    private long lastAt;
    private boolean full;

    /** Creates an empty story. */
    public Story(String id) {
        this.id = id;
    }

    /** Returns the record or count that the story is about. */
    public String id() {
        return id;
    }

    /** Adds an event. */
    public void add(HistoryEvent event) {
        events.add(event);
        if (Kind.WRITES.contains(event.kind())) {
            written.add(event.began(), event.at());
        }
        if (Kind.ANSWERS_A_CLAIM.contains(event.kind())) {
            lives.putIfAbsent(event.text("s"), event);
        }
        if (event.kind() == Kind.CALL && event.find("part") != null) {
            sent = true;
            if (event.has("part", "0")) {
                asked.merge(event.text("q"), event.at(), Math::min);
            }
        }
        lastAt = Math.max(lastAt, event.at());
        full = true;
    }

    /** Returns when the record was written, as far as its owners know. {@link #thinOut} keeps these times. */
    public Spans written() {
        return written;
    }

    /** Returns one answer to a claim for each observed life of the record. {@link #thinOut} keeps these events. */
    public Collection<HistoryEvent> lives() {
        return lives.values();
    }

    /** Returns whether clients had sent only parts of this request by this time. Always false if requests are not sent in parts. */
    public boolean isOnlyPart(String request, long by) {
        return sent && asked.getOrDefault(request, Long.MAX_VALUE) > by;
    }

    /** Returns when the last event had ended. */
    public long lastAt() {
        return lastAt;
    }

    /** Returns whether events were added since the story was last {@linkplain #thinOut thinned out}. */
    public boolean isFull() {
        return full;
    }

    /** Returns all events of these kinds, in the order in which they were added. */
    public Stream<HistoryEvent> all(Kind... kinds) {
        Set<Kind> wanted = EnumSet.copyOf(Arrays.asList(kinds));
        return events.stream().filter(event -> wanted.contains(event.kind()));
    }

    /** Returns all events of these kinds, in the order of time. */
    public List<HistoryEvent> list(Kind... kinds) {
        return all(kinds).sorted(Comparator.comparingLong(HistoryEvent::at)).toList();
    }

    /** Returns the first event of a kind that fulfils a condition. */
    public Optional<HistoryEvent> first(Kind kind, Predicate<HistoryEvent> which) {
        return all(kind).filter(which).min(Comparator.comparingLong(HistoryEvent::at));
    }

    /** Returns whether any caller got a result. */
    public boolean isAnswered() {
        return all(Kind.ANSWER).anyMatch(event -> event.find("u") != null || event.find("f") != null);
    }

    /** Removes the events that have been judged and cannot affect the verdict on later events. */
    public void thinOut() {
        Set<String> granted = new HashSet<>();
        all(Kind.CLAIMED).forEach(event -> granted.add(event.text("n")));
        Set<String> owners = new HashSet<>(granted);
        all(Kind.CLAIM_FAILED).forEach(event -> owners.add(event.text("n")));
        Map<String, Long> answered = new HashMap<>();
        all(Kind.BUSY, Kind.HELD_UP, Kind.SETTLED, Kind.IN_DOUBT, Kind.MISMATCH)
                .forEach(event -> answered.merge(event.text("n"), event.at(), Math::max));
        Set<String> unknown = unknownRenewals();
        Set<String> given = new HashSet<>();
        Set<String> settled = new HashSet<>();
        // In the order of time: of several equal answers, the first explains all others.
        events = new ArrayList<>(events.stream()
                .sorted(Comparator.comparingLong(HistoryEvent::at))
                .filter(event -> LASTING.contains(event.kind())
                        || (event.kind() == Kind.CLAIM
                                && (owners.contains(event.text("n"))
                                        // one that was sent again and then got no answer may have been granted
                                        || answered.getOrDefault(event.text("n"), Long.MIN_VALUE) < event.at()))
                        || (event.kind() == Kind.CLAIM_FAILED && granted.contains(event.text("n")))
                        || (event.kind() == Kind.RENEW && unknown.remove(event.text("n")))
                        || (event.kind() == Kind.SETTLED && settled.add(event.text("s")))
                        || (event.kind() == Kind.ANSWER
                                && event.find("h") != null
                                && given.add(event.find("s") + " " + event.text("h"))))
                .toList());
        full = false;
    }

    /** Returns the owners that have sent a renewal without getting an answer. */
    private Set<String> unknownRenewals() {
        Map<String, Integer> open = new HashMap<>();
        all(Kind.RENEW).forEach(event -> open.merge(event.text("n"), 1, Integer::sum));
        all(Kind.RENEWED, Kind.RENEWAL_REFUSED).forEach(event -> open.merge(event.text("n"), -1, Integer::sum));
        open.values().removeIf(left -> left <= 0);
        return new HashSet<>(open.keySet());
    }

    /** Returns a receiver of violations in this story, which puts the witnesses in the order of time. */
    public Verdicts verdicts(Consumer<Violation> to) {
        return (rule, what, witnesses) -> to.accept(new Violation(
                rule,
                id,
                what,
                Arrays.stream(witnesses)
                        .sorted(Comparator.comparingLong(HistoryEvent::at))
                        .toList()));
    }

    /** Receives violations. */
    @FunctionalInterface
    public interface Verdicts {
        /** Reports a violation of a rule, with the events that show it. */
        void violated(Rule rule, String what, HistoryEvent... witnesses);
    }
}
