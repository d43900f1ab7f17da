package dev.semel.testkit.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The rules about records that are gone, or should be. */
final class ForgettingRules {
    /** Some stores know when a record was made to the millisecond only: one that is made right after another was forgotten looks the same. */
    private static final long SAME_LIFE = Duration.ofMillis(2).toNanos();

    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<Event> claims;

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
            checkMadeAnew(claims.get(i - 1), claims.get(i));
        }
    }

    private void checkForgotten(Event release) {
        Optional<Event> claim = claims.stream()
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
                        Rule.FORGOTTEN_IS_ABSENT, "answered after it had been forgotten", release, answer));
    }

    /** Of two claims, one after the other: was the record allowed to be made anew? Only where all claims are known can that be told. */
    private void checkMadeAnew(Event earlier, Event later) {
        if (earlier.sharesWith(later, "s") || !earlier.isBefore(later) || isUnknownBetween(earlier, later)) {
            return;
        }
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> release.has("as", "RUNNABLE")
                        && release.text("n").equals(earlier.text("m"))
                        && release.isBefore(later)
                        && release.find("ms") != null
                        && release.began() + Times.millis(release) - times.early() > later.at())
                .findFirst()
                .ifPresent(release -> verdicts.violated(
                        Rule.NOTHING_IS_FORGOTTEN, "made anew, though it was to be remembered", release, later));
        if (earlier.find("stays") != null && !OwnerRules.gaveUp(story, earlier, later)) {
            verdicts.violated(Rule.NOTHING_IS_FORGOTTEN, "it was to stay until it is settled", earlier, later);
        }
    }

    /** Whether a claim was sent in between by another, and got no answer that says who owns the record. */
    private boolean isUnknownBetween(Event earlier, Event later) {
        return story.all(Kind.CLAIM)
                .filter(sent -> !sent.text("n").equals(earlier.text("m"))
                        && !sent.text("n").equals(later.text("m"))
                        && sent.at() < later.at())
                .anyMatch(sent -> story.all(Kind.ANSWERS_A_CLAIM.toArray(Kind[]::new))
                        .noneMatch(answer -> answer.sharesWith(sent, "n") && answer.at() >= sent.at()));
    }
}
