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

/** All that is known to have happened to one record or count. Not for use by many threads. */
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
    private final Map<String, Event> lives = new HashMap<>();
    private List<Event> events = new ArrayList<>();
    private final Spans written = new Spans();
    private final Map<String, Long> asked = new HashMap<>();
    private boolean sent;
    private long lastAt;
    private boolean full;

    /** An empty one. */
    public Story(String id) {
        this.id = id;
    }

    /** Of which record or count. */
    public String id() {
        return id;
    }

    /** Adds what happened. */
    public void add(Event event) {
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

    /** When something was written, as far as its owner knows, thinned out or not. */
    public Spans written() {
        return written;
    }

    /** One answer to a claim for each life of a record that was ever seen, thinned out or not. */
    public Collection<Event> lives() {
        return lives.values();
    }

    /** Whether no client had begun to send this request as a whole by then, thinned out or not; never true where requests are not sent in parts. */
    public boolean isOnlyPart(String request, long by) {
        return sent && asked.getOrDefault(request, Long.MAX_VALUE) > by;
    }

    /** When the last of it had ended. */
    public long lastAt() {
        return lastAt;
    }

    /** Whether something came since it was thinned out. */
    public boolean isFull() {
        return full;
    }

    /** All of these kinds, in the order in which it became known. */
    public Stream<Event> all(Kind... kinds) {
        Set<Kind> wanted = EnumSet.copyOf(Arrays.asList(kinds));
        return events.stream().filter(event -> wanted.contains(event.kind()));
    }

    /** All of these kinds, in the order of time. */
    public List<Event> list(Kind... kinds) {
        return all(kinds).sorted(Comparator.comparingLong(Event::at)).toList();
    }

    /** The first of a kind. */
    public Optional<Event> first(Kind kind, Predicate<Event> which) {
        return all(kind).filter(which).min(Comparator.comparingLong(Event::at));
    }

    /** Whether a caller was given a result, from whatever attempt. */
    public boolean isAnswered() {
        return all(Kind.ANSWER).anyMatch(event -> event.find("u") != null || event.find("f") != null);
    }

    /** Forgets what has been judged and can no longer say anything about what is to come. */
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
        // In the order of time: of many that say the same, the first explains all others.
        events = new ArrayList<>(events.stream()
                .sorted(Comparator.comparingLong(Event::at))
                .filter(event -> LASTING.contains(event.kind())
                        || (event.kind() == Kind.CLAIM
                                && (owners.contains(event.text("n"))
                                        // One that was sent again and then got no answer may have been granted.
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

    /** Who has sent a renewal of which nobody knows whether it was applied. */
    private Set<String> unknownRenewals() {
        Map<String, Integer> open = new HashMap<>();
        all(Kind.RENEW).forEach(event -> open.merge(event.text("n"), 1, Integer::sum));
        all(Kind.RENEWED, Kind.RENEWAL_REFUSED).forEach(event -> open.merge(event.text("n"), -1, Integer::sum));
        open.values().removeIf(left -> left <= 0);
        return new HashSet<>(open.keySet());
    }

    /** Reports of this story, with the witnesses in the order of time. */
    public Verdicts verdicts(Consumer<Violation> to) {
        return (rule, what, witnesses) -> to.accept(new Violation(
                rule,
                id,
                what,
                Arrays.stream(witnesses)
                        .sorted(Comparator.comparingLong(Event::at))
                        .toList()));
    }

    /** Where rules say that they were broken. */
    @FunctionalInterface
    public interface Verdicts {
        /** Says that this rule was broken, with what shows it. */
        void violated(Rule rule, String what, Event... witnesses);
    }
}
