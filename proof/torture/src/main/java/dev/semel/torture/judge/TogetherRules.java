package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.torture.protocol.CountNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules about two counts that are counted together only, the second twice what the first is. Each answer shows both at one moment, and so shows whether one of them was counted alone. It must lie between what was certainly counted at that moment and what may have been.
 */
final class TogetherRules {
    private final Story story;
    private final Story.Verdicts verdicts;
    private final Map<String, KeyStory> keys = new LinkedHashMap<>();

    TogetherRules(Story story, Story.Verdicts verdicts) {
        this.story = story;
        this.verdicts = verdicts;
    }

    void check() {
        story.list(Kind.COUNT, Kind.COUNTED, Kind.COUNT_REFUSED, Kind.COUNT_FAILED, Kind.TAKE_BACK, Kind.TAKEN_BACK)
                .forEach(step -> keys.computeIfAbsent(step.text("key"), key -> new KeyStory())
                        .add(step));
        keys.values().forEach(this::checkOnce);
        story.all(Kind.COUNTED, Kind.COUNT_REFUSED).forEach(this::checkAnswer);
        story.all(Kind.COUNT_READ).forEach(read -> {
            checkPair(read);
            checkCount(read, null, read.began());
        });
    }

    private void checkAnswer(HistoryEvent answer) {
        KeyStory key = Objects.requireNonNull(keys.get(answer.text("key")));
        checkPair(answer);
        checkLimit(answer);
        checkCount(answer, key, answer.kind() == Kind.COUNTED ? key.origin(answer) : answer.began());
    }

    /** Checks a pair of counts: an unknown increment, too, is in both or in none. */
    private void checkPair(HistoryEvent answer) {
        if (answer.number("other") != 2 * answer.number("count")) {
            verdicts.violated(
                    Rule.COUNTED_TOGETHER,
                    "the counts are " + answer.number("count") + " and " + answer.number("other")
                            + ", but the second must be twice the first",
                    answer);
        }
    }

    private void checkLimit(HistoryEvent answer) {
        long limit = CountNames.isLimited(story.id()) ? CountNames.PAIR_LIMIT : Long.MAX_VALUE;
        if (answer.kind() == Kind.COUNTED && answer.number("other") > limit) {
            verdicts.violated(Rule.LIMIT_HOLDS, "counted past the limit", answer);
        } else if (answer.kind() == Kind.COUNT_REFUSED && answer.number("other") <= limit - 2 * answer.number("am")) {
            verdicts.violated(Rule.LIMIT_HOLDS, "refused an increment that fits", answer);
        }
    }

    /** Checks a count that was read at some moment since then. */
    private void checkCount(HistoryEvent answer, @Nullable KeyStory own, long since) {
        long sure = answer.kind() == Kind.COUNTED ? answer.number("am") : 0;
        long possible = sure;
        for (KeyStory key : keys.values()) {
            if (key != own) {
                sure += key.isCounted(since, answer.at()) ? key.amount() : 0;
                possible += key.isGone(since, answer.at()) ? 0 : key.amount();
            }
        }
        long count = answer.number("count");
        if (count < sure || count > possible) {
            verdicts.violated(
                    Rule.COUNTS_ARE_EXACT,
                    "the count is " + count + ", but " + sure + " were acknowledged and not taken back, and "
                            + (possible - sure) + " are unknown",
                    answer);
        }
    }

    /** Checks counts under a key: a repetition gets the first answer until it is taken back, even if a limit is reached by then. */
    private void checkOnce(KeyStory key) {
        HistoryEvent first = null;
        for (HistoryEvent step : key.steps()) {
            boolean isAnswer = step.kind() == Kind.COUNTED || step.kind() == Kind.COUNT_REFUSED;
            if (step.kind() == Kind.TAKE_BACK || key.mayComeLate(Kind.TAKE_BACK, step.at())) {
                first = null;
            } else if (first != null && isAnswer && !isSame(first, step)) {
                verdicts.violated(Rule.COUNTED_ONCE, "one key got two answers", first, step);
            } else if (first == null && step.kind() == Kind.COUNTED) {
                first = step;
            }
        }
    }

    private static boolean isSame(HistoryEvent first, HistoryEvent again) {
        return again.kind() == Kind.COUNTED && first.sharesWith(again, "count") && first.sharesWith(again, "other");
    }
}
