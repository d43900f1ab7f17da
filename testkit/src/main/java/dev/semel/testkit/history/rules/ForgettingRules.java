package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The rules about records that are absent, or should be. */
final class ForgettingRules {
    /** Some stores keep creation times in milliseconds, so a record that is recreated within one looks like the same life. */
    private static final long SAME_LIFE = Duration.ofMillis(2).toNanos();

    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<HistoryEvent> claims;

    ForgettingRules(Story story, Times times, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
    }

    void check() {
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> release.has("as", "RUNNABLE") && release.has("ms", "0"))
                .forEach(this::checkForgotten);
        for (int i = 1; i < claims.size(); i++) {
            checkRecreated(claims.get(i - 1), claims.get(i));
        }
    }

    private void checkForgotten(HistoryEvent release) {
        Optional<HistoryEvent> claim = claims.stream()
                .filter(mine -> mine.text("m").equals(release.text("n")) && mine.sharesWith(release, "e"))
                .findFirst();
        claim.filter(mine -> mine.number("a") > 1)
                .ifPresent(mine -> verdicts.violated(
                        Rule.NOTHING_IS_FORGOTTEN,
                        "forgotten, though an earlier attempt may have taken effect",
                        mine,
                        release));
        claim.flatMap(mine -> story.all(Kind.ANSWERS_A_CLAIM.toArray(Kind[]::new))
                        .filter(answer -> answer.began() > release.at() + SAME_LIFE && answer.sharesWith(mine, "s"))
                        .findFirst())
                .ifPresent(answer -> verdicts.violated(
                        Rule.FORGOTTEN_IS_ABSENT, "answered although it had been forgotten", release, answer));
    }

    /** Checks, for two successive claims, whether the record may have been recreated. That is decidable only if all claims are known. */
    private void checkRecreated(HistoryEvent earlier, HistoryEvent later) {
        if (earlier.sharesWith(later, "s") || !earlier.isBefore(later) || isUnknownBetween(earlier, later)) {
            return;
        }
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> release.has("as", "RUNNABLE")
                        && release.text("n").equals(earlier.text("m"))
                        && release.isBefore(later)
                        && release.find("ms") != null
                        && firstSent(release) + Times.millis(release) - times.early() > later.at())
                .findFirst()
                .ifPresent(release -> verdicts.violated(
                        Rule.NOTHING_IS_FORGOTTEN, "recreated before its retention ended", release, later));
        if (earlier.find("stays") != null && !OwnerRules.gaveUp(story, earlier, later)) {
            verdicts.violated(
                    Rule.NOTHING_IS_FORGOTTEN, "recreated although it stays until it is settled", earlier, later);
        }
    }

    /** Returns when a release was first sent. The retention counts from then if that one was applied and only its reply was lost. */
    private long firstSent(HistoryEvent applied) {
        return story.first(Kind.RELEASE, sent -> sent.sharesWith(applied, "n") && sent.sharesWith(applied, "e"))
                .map(sent -> Math.min(sent.at(), applied.began()))
                .orElse(applied.began());
    }

    /** Returns whether another claim was sent in between and got no answer that shows who owns the record. */
    private boolean isUnknownBetween(HistoryEvent earlier, HistoryEvent later) {
        return story.all(Kind.CLAIM)
                .filter(sent -> !sent.text("n").equals(earlier.text("m"))
                        && !sent.text("n").equals(later.text("m"))
                        && sent.at() < later.at())
                .anyMatch(sent -> story.all(Kind.ANSWERS_A_CLAIM.toArray(Kind[]::new))
                        .noneMatch(answer -> answer.sharesWith(sent, "n") && answer.at() >= sent.at()));
    }
}
