package dev.semel.torture;

import java.util.List;
import java.util.Optional;

/** The rules about when a lease is over, by what those are told who ask for the record and do not get it. */
final class LeaseRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<Event> claims;

    LeaseRules(Story story, Times times, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
    }

    void check() {
        story.all(Kind.IN_DOUBT).forEach(this::checkDoubt);
        // A record that lasts for a short time only may have been made anew, with the same epoch.
        if (!Profile.of(story.id()).isShort()) {
            story.all(Kind.BUSY, Kind.IN_DOUBT).forEach(this::checkReleased);
        }
    }

    private void checkDoubt(Event doubt) {
        claimOf(doubt).ifPresent(claim -> {
            Event lastSign = OwnerRules.lastSignOfLife(story, claim, doubt);
            if (lastSign.began() + times.lease() - times.early() > doubt.at()
                    && !OwnerRules.gaveUp(story, claim, doubt)) {
                verdicts.violated(Rule.LEASE_IS_EXCLUSIVE, "a live lease was in doubt", lastSign, claim, doubt);
            }
        });
    }

    private Optional<Event> claimOf(Event answer) {
        return claims.stream()
                .filter(claim -> claim.sharesWith(answer, "m") && claim.isBefore(answer))
                .findFirst();
    }

    /** A claim that arrives late may get what its own sender has released, but with the next epoch. */
    private void checkReleased(Event answer) {
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> release.has("as", "RUNNABLE")
                        && release.text("n").equals(answer.text("m"))
                        && release.sharesWith(answer, "e")
                        && release.isBefore(answer))
                .findFirst()
                .ifPresent(release -> verdicts.violated(
                        Rule.RELEASED_IS_FREE, "its owner had released it as free to run", release, answer));
    }
}
