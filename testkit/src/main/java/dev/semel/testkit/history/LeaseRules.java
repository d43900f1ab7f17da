package dev.semel.testkit.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules about when a lease is over, by what those are told who ask for the record and do not get it. */
final class LeaseRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<Event> claims;
    private final boolean lasts;

    LeaseRules(Story story, Times times, Terms terms, Story.Verdicts verdicts) {
        this.lasts = terms.lasts();
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
    }

    void check() {
        story.all(Kind.IN_DOUBT).forEach(this::checkDoubt);
        story.all(Kind.BUSY).forEach(this::checkEnd);
        // A record that lasts for a short time only may have been made anew, with the same epoch.
        if (lasts) {
            story.all(Kind.BUSY, Kind.IN_DOUBT).forEach(this::checkReleased);
        }
    }

    private void checkDoubt(Event doubt) {
        claimOf(doubt).ifPresent(claim -> {
            Event lastSign = OwnerRules.lastSignOfLife(story, claim, doubt);
            if (lastSign.began() + times.leaseOf(lastSign) - times.early() > doubt.at()
                    && !OwnerRules.gaveUp(story, claim, doubt)) {
                verdicts.violated(Rule.LEASE_IS_EXCLUSIVE, "a live lease was in doubt", lastSign, claim, doubt);
            }
        });
    }

    /** A lease is counted from when the store applies a call, which is before its reply comes. */
    private void checkEnd(Event busy) {
        signs(busy, Kind.CLAIMED, Kind.RENEWED)
                .filter(sign -> sign.began() < busy.at())
                .max(Comparator.comparingLong(Event::at))
                .filter(last -> busy.began() > last.at() + times.leaseOf(last) + times.late() && !mayHaveSign(busy))
                .ifPresent(last ->
                        verdicts.violated(Rule.LEASE_ENDS, "its owner's lease must have been over", last, busy));
    }

    private Stream<Event> signs(Event busy, Kind... kinds) {
        return story.all(kinds).filter(sign -> sign.text("n").equals(busy.text("m")));
    }

    /** Whether the owner has sent anything of which nobody knows whether it was applied, or when. */
    private boolean mayHaveSign(Event busy) {
        long renewals =
                signs(busy, Kind.RENEW).filter(sent -> sent.at() < busy.at()).count();
        // One that is sent after this answer has nothing to do with those before.
        long answered = signs(busy, Kind.RENEWED, Kind.RENEWAL_REFUSED)
                .filter(reply -> reply.began() < busy.at())
                .count();
        long claimed = signs(busy, Kind.CLAIMED).mapToLong(Event::at).max().orElse(Long.MIN_VALUE);
        return renewals > answered
                || signs(busy, Kind.RENEWAL_REFUSED).anyMatch(refused -> mayHaveRenewed(refused, busy))
                || signs(busy, Kind.CLAIM_FAILED).findAny().isPresent()
                || signs(busy, Kind.CLAIM).anyMatch(sent -> sent.at() > claimed && sent.at() < busy.at());
    }

    /** A store that lost the reply to a renewal sends it again by itself: the first one was applied, and the second is refused since the lease ended. */
    private boolean mayHaveRenewed(Event refused, Event busy) {
        return refused.began() < busy.at() && busy.began() <= refused.at() + times.leaseOf(refused) + times.late();
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
