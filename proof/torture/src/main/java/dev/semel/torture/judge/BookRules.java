package dev.semel.torture.judge;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.rules.RecordRules;
import dev.semel.torture.protocol.Profile;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules about effects that commit together with their record. */
final class BookRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final long retention;

    BookRules(Story story, Times times, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.retention = Profile.of(story.id())
                .retention(Duration.ofNanos(times.lease()))
                .toNanos();
    }

    void check() {
        List<HistoryEvent> effects = story.list(Kind.EFFECT);
        for (int i = 0; i < effects.size(); i++) {
            HistoryEvent effect = effects.get(i);
            if (effect.find("doomed") != null) {
                verdicts.violated(Rule.ROLLED_BACK_IS_GONE, "the work failed, and its row is there", effect);
            }
            // The first one's retention starts at its commit, and the second one had claimed when it wrote its row.
            if (i > 0 && effect.at() < effects.get(i - 1).at() + retention - times.early()) {
                verdicts.violated(Rule.ONE_EFFECT_PER_RETENTION, "took effect twice", effects.get(i - 1), effect);
            }
        }
        RecordRules.checkAnswers(story, Profile.of(story.id()).terms(), verdicts);
        checkReplays();
    }

    private void checkReplays() {
        Map<String, HistoryEvent> executed = new HashMap<>();
        story.list(Kind.ANSWER).stream()
                .filter(answer -> answer.has("o", "Executed"))
                .forEach(answer -> executed.put(answer.text("h"), answer));
        story.all(Kind.ANSWER).filter(answer -> answer.has("o", "Replayed")).forEach(answer -> {
            HistoryEvent first = executed.get(answer.text("h"));
            if (first != null && answer.began() > first.at() + retention + times.late()) {
                verdicts.violated(Rule.REPLAY_ENDS, "answered past its retention", first, answer);
            }
        });
    }
}
