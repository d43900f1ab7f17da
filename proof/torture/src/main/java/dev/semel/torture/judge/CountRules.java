package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.torture.protocol.CountNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules about one count. Each increment returns the count that it leads to, so each acknowledged increment takes up a part of the count. No two parts may overlap, and the rest must be explained by increments whose outcome is unknown.
 */
final class CountRules {
    private final Story story;
    private final Story.Verdicts verdicts;

    CountRules(Story story, Story.Verdicts verdicts) {
        this.story = story;
        this.verdicts = verdicts;
    }

    void check() {
        story.all(Kind.COUNT_UNEXPECTED)
                .forEach(event -> verdicts.violated(Rule.NOTHING_UNEXPECTED, event.text("what"), event));
        if (story.id().startsWith(CountNames.PAIR)) {
            new TogetherRules(story, verdicts).check();
            return;
        }
        List<HistoryEvent> counted = distinct(story.list(Kind.COUNTED));
        long unknown = unknown(counted, Long.MAX_VALUE);
        Map<Long, List<HistoryEvent>> windows = new HashMap<>();
        counted.forEach(event -> windows.computeIfAbsent(event.number("end"), end -> new ArrayList<>())
                .add(event));
        windows.values().forEach(window -> checkWindow(window, unknown));
        if (story.id().startsWith(CountNames.QUOTA)) {
            checkLimit();
            story.all(Kind.COUNT_REFUSED).forEach(refused -> checkRefused(refused, counted));
        }
        if (story.id().startsWith(CountNames.SESSION)) {
            new SessionRules(counted, verdicts).check();
        }
        checkOrder();
        story.first(Kind.COUNT_READ, any -> true).ifPresent(read -> checkRead(read, counted, unknown));
    }

    /** Returns one event for each increment. All answers under one key must be the same. */
    private List<HistoryEvent> distinct(List<HistoryEvent> counted) {
        Map<String, HistoryEvent> first = new HashMap<>();
        List<HistoryEvent> distinct = new ArrayList<>();
        for (HistoryEvent event : counted) {
            String key = event.find("key");
            HistoryEvent known = key == null ? null : first.putIfAbsent(key, event);
            if (known == null) {
                distinct.add(event);
            } else if (!known.sharesWith(event, "count") || !known.sharesWith(event, "end")) {
                verdicts.violated(Rule.COUNTED_ONCE, "one key got two answers", known, event);
            }
        }
        return distinct;
    }

    /** Returns what may or may not have been counted by then: increments that were sent, and neither acknowledged nor refused. */
    private long unknown(List<HistoryEvent> counted, long before) {
        Set<String> known = new HashSet<>();
        counted.forEach(event -> known.add(event.text("c")));
        story.all(Kind.COUNT_REFUSED).forEach(event -> known.add(event.text("c")));
        Map<String, Long> open = new HashMap<>();
        story.all(Kind.COUNT)
                .filter(event -> event.at() < before && !known.contains(event.text("c")))
                .forEach(event -> open.put(event.text("c"), event.number("am")));
        return open.values().stream().mapToLong(Long::longValue).sum();
    }

    private void checkWindow(List<HistoryEvent> window, long unknown) {
        List<HistoryEvent> byCount = window.stream()
                .sorted(Comparator.comparingLong((HistoryEvent event) -> event.number("count")))
                .toList();
        long top = 0;
        long sum = 0;
        for (int i = 0; i < byCount.size(); i++) {
            HistoryEvent event = byCount.get(i);
            if (event.number("count") - event.number("am") < top) {
                verdicts.violated(
                        Rule.COUNTS_ARE_EXACT, "an increment got lost", byCount.get(Math.max(0, i - 1)), event);
            }
            top = event.number("count");
            sum += event.number("am");
        }
        if (top > sum + unknown) {
            verdicts.violated(
                    Rule.COUNTS_ARE_EXACT,
                    "the count is " + top + ", but only " + sum + " were acknowledged and " + unknown + " are unknown",
                    byCount.get(byCount.size() - 1));
        }
    }

    private void checkLimit() {
        story.all(Kind.COUNTED)
                .filter(event -> event.number("count") > CountNames.LIMIT)
                .forEach(event -> verdicts.violated(Rule.LIMIT_HOLDS, "counted past the limit", event));
        story.all(Kind.COUNT_REFUSED)
                .filter(event -> event.number("count") + event.number("am") <= CountNames.LIMIT)
                .forEach(event -> verdicts.violated(Rule.LIMIT_HOLDS, "refused an increment that fits", event));
    }

    /** Checks a refusal: it counts nothing, so other increments must have reached the limit. */
    private void checkRefused(HistoryEvent refused, List<HistoryEvent> counted) {
        long sum = counted.stream()
                .filter(event -> event.sharesWith(refused, "end") && event.began() < refused.at())
                .mapToLong(event -> event.number("am"))
                .sum();
        long unknown = unknown(counted, refused.at());
        if (refused.number("count") > sum + unknown) {
            verdicts.violated(
                    Rule.COUNTS_ARE_EXACT,
                    "refused at " + refused.number("count") + ", but only " + sum + " were acknowledged and " + unknown
                            + " are unknown",
                    refused);
        }
    }

    private void checkOrder() {
        List<HistoryEvent> plain = story.list(Kind.COUNTED).stream()
                .filter(event -> event.find("key") == null)
                .toList();
        HistoryEvent latest = null;
        for (HistoryEvent event : plain) {
            if (latest != null && latest.isBefore(event) && event.number("end") < latest.number("end")) {
                verdicts.violated(Rule.WINDOW_GOES_ON, "counted in a window that had ended", latest, event);
            }
            latest = latest == null || event.number("end") >= latest.number("end") ? event : latest;
        }
    }

    private void checkRead(HistoryEvent read, List<HistoryEvent> counted, long unknown) {
        long sum = counted.stream().mapToLong(event -> event.number("am")).sum();
        long count = read.number("count");
        if (count < sum || count > sum + unknown) {
            verdicts.violated(
                    Rule.COUNTS_ARE_EXACT,
                    "read " + count + ", but " + sum + " were acknowledged and " + unknown + " are unknown",
                    read);
        }
    }
}
