package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules about when a lease ends, judged by the answers to claims that are not granted. */
final class LeaseRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<HistoryEvent> claims;
    private final boolean lasts;

    LeaseRules(Story story, Times times, Promises terms, Story.Verdicts verdicts) {
        this.lasts = terms.lasts();
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
    }

    void check() {
        story.all(Kind.IN_DOUBT).forEach(this::checkDoubt);
        story.all(Kind.BUSY).forEach(this::checkEnd);
        // a record with a short retention may have been recreated with the same epoch
        if (lasts) {
            story.all(Kind.BUSY, Kind.IN_DOUBT).forEach(this::checkReleased);
        }
    }

    private void checkDoubt(HistoryEvent doubt) {
        claimOf(doubt).ifPresent(claim -> {
            HistoryEvent lastSign = OwnerRules.lastSignOfLife(story, claim, doubt);
            if (lastSign.began() + times.leaseOf(lastSign) - times.early() > doubt.at()
                    && !OwnerRules.gaveUp(story, claim, doubt)) {
                verdicts.violated(Rule.LEASE_IS_EXCLUSIVE, "a live lease was in doubt", lastSign, claim, doubt);
            }
        });
    }

    /** A lease counts from the moment when the store applies a call, which is before the reply arrives. */
    private void checkEnd(HistoryEvent busy) {
        signs(busy, Kind.CLAIMED, Kind.RENEWED)
                .filter(sign -> sign.began() < busy.at())
                .max(Comparator.comparingLong(HistoryEvent::at))
                .filter(last -> busy.began() > last.at() + times.leaseOf(last) + times.late() && !mayHaveSign(busy))
                .ifPresent(last -> verdicts.violated(Rule.LEASE_ENDS, "its owner's lease must have ended", last, busy));
    }

    private Stream<HistoryEvent> signs(HistoryEvent busy, Kind... kinds) {
        return story.all(kinds).filter(sign -> sign.text("n").equals(busy.text("m")));
    }

    /** Returns whether the owner has sent a claim or renewal that may have been applied, at an unknown time. */
    private boolean mayHaveSign(HistoryEvent busy) {
        long renewals =
                signs(busy, Kind.RENEW).filter(sent -> sent.at() < busy.at()).count();
        // a renewal that is sent after this answer does not count
        long answered = signs(busy, Kind.RENEWED, Kind.RENEWAL_REFUSED)
                .filter(reply -> reply.began() < busy.at())
                .count();
        long claimed =
                signs(busy, Kind.CLAIMED).mapToLong(HistoryEvent::at).max().orElse(Long.MIN_VALUE);
        return renewals > answered
                || signs(busy, Kind.RENEWAL_REFUSED).anyMatch(refused -> mayHaveRenewed(refused, busy))
                || signs(busy, Kind.CLAIM_FAILED).findAny().isPresent()
                || signs(busy, Kind.CLAIM).anyMatch(sent -> sent.at() > claimed && sent.at() < busy.at());
    }

    /** A store that lost the reply to a renewal sends it again: the first was applied, and the second is refused since the lease ended. */
    private boolean mayHaveRenewed(HistoryEvent refused, HistoryEvent busy) {
        return refused.began() < busy.at() && busy.began() <= refused.at() + times.leaseOf(refused) + times.late();
    }

    private Optional<HistoryEvent> claimOf(HistoryEvent answer) {
        return claims.stream()
                .filter(claim -> claim.sharesWith(answer, "m") && claim.isBefore(answer))
                .findFirst();
    }

    /** A claim that arrives late may be granted after its sender released the record, but with the next epoch. */
    private void checkReleased(HistoryEvent answer) {
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> release.has("as", "RUNNABLE")
                        && release.text("n").equals(answer.text("m"))
                        && release.sharesWith(answer, "e")
                        && release.isBefore(answer))
                .findFirst()
                .ifPresent(release -> verdicts.violated(
                        Rule.RELEASED_IS_FREE, "its owner had released it as runnable", release, answer));
    }
}
