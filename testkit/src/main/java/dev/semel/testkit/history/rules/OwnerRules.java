package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The rules about the owners of a record. */
final class OwnerRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final List<HistoryEvent> claims;

    OwnerRules(Story story, Times times, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
    }

    void check() {
        for (int i = 0; i < claims.size(); i++) {
            for (int j = i + 1; j < claims.size(); j++) {
                if (claims.get(i).sharesWith(claims.get(j), "m")) {
                    checkSentAgain(claims.get(i), claims.get(j));
                } else {
                    checkPair(claims.get(i), claims.get(j));
                }
            }
        }
        story.all(Kind.RENEWED, Kind.SETTLE_APPLIED, Kind.RELEASE_APPLIED).forEach(this::checkWrite);
        story.all(Kind.SETTLE_APPLIED).forEach(this::checkLast);
        checkTokens();
        checkEpochs();
    }

    private void checkPair(HistoryEvent first, HistoryEvent second) {
        boolean sameLife = first.sharesWith(second, "s");
        if (sameLife && (first.sharesWith(second, "e") || first.sharesWith(second, "a"))) {
            verdicts.violated(Rule.ONE_OWNER_PER_EPOCH, "one epoch or attempt has two owners", first, second);
        }
        if (!first.isBefore(second)) {
            return;
        }
        if (sameLife && second.number("e") <= first.number("e")) {
            verdicts.violated(Rule.EPOCH_GROWS, "the epoch did not grow", first, second);
        }
        HistoryEvent lastSign = lastSignOfLife(story, first, second);
        if (lastSign.began() + times.leaseOf(lastSign) - times.early() > second.at() && !gaveUp(story, first, second)) {
            verdicts.violated(Rule.LEASE_IS_EXCLUSIVE, "a live lease was taken over", lastSign, first, second);
        }
    }

    /** A claim that is sent again must report the same takeover, since it decides whether a reconciler is asked. */
    private void checkSentAgain(HistoryEvent first, HistoryEvent second) {
        boolean same = first.sharesWith(second, "s") && first.sharesWith(second, "e");
        if (same && (first.find("over") == null) != (second.find("over") == null)) {
            verdicts.violated(
                    Rule.OWN_CLAIM_IS_RECOGNISED, "only one of two answers reports a takeover", first, second);
        }
    }

    /** Returns the last claim or renewal of the owner that had certainly been applied when {@code next} began. */
    static HistoryEvent lastSignOfLife(Story story, HistoryEvent claim, HistoryEvent next) {
        return story.all(Kind.CLAIMED, Kind.RENEWED)
                .filter(event -> event.text("n").equals(claim.text("m")) && event.isBefore(next))
                .reduce(claim, (one, other) -> one.began() >= other.began() ? one : other);
    }

    /** Returns whether the owner has sent a write that ends its lease, which may have been lost. */
    static boolean gaveUp(Story story, HistoryEvent claim, HistoryEvent next) {
        return story.all(Kind.RELEASE, Kind.SETTLE)
                .anyMatch(event -> event.text("n").equals(claim.text("m")) && event.at() < next.at());
    }

    private void checkWrite(HistoryEvent write) {
        HistoryEvent mine = claims.stream()
                .filter(claim -> claim.text("m").equals(write.text("n")) && claim.began() < write.at())
                .reduce((earlier, later) -> later)
                .orElse(null);
        if (mine == null) {
            if (!isGivenBack(write)) {
                verdicts.violated(Rule.OWNER_HAS_ASKED, "written under a token that was never granted", write);
            }
            return;
        }
        if (write.find("w") != null && !mine.sharesWith(write, "w")) {
            verdicts.violated(
                    Rule.OWNER_HAS_ASKED, "written under a token that was granted to another owner", mine, write);
        }
        story.all(Kind.RELEASE_APPLIED)
                .filter(release -> write.kind() != Kind.RELEASE_APPLIED
                        && release.has("as", "RUNNABLE")
                        && release.sharesWith(write, "n")
                        && release.sharesWith(write, "e")
                        && release.isBefore(write))
                .findFirst()
                .ifPresent(release -> verdicts.violated(
                        Rule.LOST_LEASE_WRITES_NOTHING, "written by an owner that had released it", release, write));
        claims.stream()
                .filter(claim -> !claim.sharesWith(mine, "m") && mine.isBefore(claim) && claim.isBefore(write))
                .findFirst()
                .ifPresent(next -> verdicts.violated(
                        Rule.LOST_LEASE_WRITES_NOTHING, "written by an overtaken owner", mine, next, write));
    }

    /** Returns whether a write releases a claim whose replies were all lost: its sender finds its nonce in the record. */
    private boolean isGivenBack(HistoryEvent write) {
        return write.kind() == Kind.RELEASE_APPLIED
                && story.all(Kind.CLAIM)
                        .anyMatch(claim -> claim.text("n").equals(write.text("n")) && claim.at() < write.at());
    }

    /** The owner that settles is the last one in this life of the record. */
    private void checkLast(HistoryEvent settled) {
        claims.stream()
                .filter(claim -> claim.text("m").equals(settled.text("n")) && claim.began() < settled.at())
                // a claim that is sent again much later may be granted in another life of the record
                .reduce((earlier, later) -> later)
                .ifPresent(mine -> claims.stream()
                        .filter(claim -> claim.sharesWith(mine, "s") && claim.number("e") > settled.number("e"))
                        .findFirst()
                        .ifPresent(next -> verdicts.violated(
                                Rule.LOST_LEASE_WRITES_NOTHING,
                                "settled although the same life has another owner",
                                mine,
                                next,
                                settled)));
    }

    private void checkTokens() {
        Set<String> asked = new HashSet<>();
        story.all(Kind.CLAIM).forEach(claim -> asked.add(claim.text("n")));
        answers().forEach(answer -> {
            if (!asked.contains(answer.text("m"))) {
                verdicts.violated(Rule.OWNER_HAS_ASKED, "the record's owner never sent a claim", answer);
            }
            boolean mine = answer.text("m").equals(answer.text("n"));
            if (answer.kind() == Kind.CLAIMED && !mine) {
                verdicts.violated(Rule.OWNER_HAS_ASKED, "granted under a nonce that was not requested", answer);
            } else if (mine && (answer.kind() == Kind.BUSY || answer.kind() == Kind.IN_DOUBT)) {
                verdicts.violated(Rule.OWN_CLAIM_IS_RECOGNISED, "the owner's claim was not recognised", answer);
            }
        });
    }

    /** No answer has a lower epoch than one that was given before its request was sent. */
    private void checkEpochs() {
        List<HistoryEvent> given =
                answers().sorted(Comparator.comparingLong(HistoryEvent::at)).toList();
        Map<String, HistoryEvent> latest = new HashMap<>();
        int seen = 0;
        for (HistoryEvent answer :
                answers().sorted(Comparator.comparingLong(HistoryEvent::began)).toList()) {
            for (; given.get(seen).isBefore(answer); seen++) {
                latest.merge(given.get(seen).text("s"), given.get(seen), OwnerRules::later);
            }
            HistoryEvent before = latest.get(answer.text("s"));
            if (before != null && answer.number("e") < before.number("e")) {
                verdicts.violated(Rule.EPOCH_GROWS, "the epoch went back", before, answer);
            }
        }
    }

    private static HistoryEvent later(HistoryEvent one, HistoryEvent other) {
        return other.number("e") > one.number("e") ? other : one;
    }

    private Stream<HistoryEvent> answers() {
        return story.all(Kind.CLAIMED, Kind.BUSY, Kind.SETTLED, Kind.IN_DOUBT, Kind.MISMATCH);
    }
}
