package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules about refused writes of owners: a write is refused only for a reason that the history shows. */
final class RefusalRules {
    private final Story story;
    private final Story.Verdicts verdicts;
    private final List<HistoryEvent> claims;
    private final boolean lasts;
    private final Map<String, HistoryEvent> unknown = new HashMap<>();

    RefusalRules(Story story, Promises terms, Story.Verdicts verdicts) {
        this.lasts = terms.lasts();
        this.story = story;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
        findUnknown();
    }

    /** Collects the claims that may have been granted unnoticed: those that failed, and those that were sent last and got no answer. */
    private void findUnknown() {
        Map<String, Long> answered = new HashMap<>();
        story.all(Kind.CLAIMED, Kind.BUSY, Kind.HELD_UP, Kind.SETTLED, Kind.IN_DOUBT, Kind.MISMATCH)
                .forEach(answer -> answered.merge(answer.text("n"), answer.at(), Math::max));
        Set<String> failed = new HashSet<>();
        story.all(Kind.CLAIM_FAILED).forEach(failure -> failed.add(failure.text("n")));
        story.list(Kind.CLAIM).forEach(claim -> {
            String nonce = claim.text("n");
            if (failed.contains(nonce) || answered.getOrDefault(nonce, Long.MIN_VALUE) < claim.at()) {
                unknown.putIfAbsent(nonce, claim);
            }
        });
    }

    void check() {
        // a record with a short retention may be gone
        if (!lasts) {
            return;
        }
        story.all(Kind.SETTLE_REFUSED, Kind.RENEWAL_REFUSED, Kind.RELEASE_REFUSED)
                .filter(refusal -> !mayBeOvertaken(refusal) && !hasEnded(refusal) && !mayBeForgotten(refusal))
                .forEach(refusal -> verdicts.violated(
                        Rule.REFUSED_FOR_A_REASON, "refused although no other owner was possible", refusal));
    }

    private boolean mayBeOvertaken(HistoryEvent refusal) {
        return claims.stream()
                        .anyMatch(claim -> claim.began() < refusal.at()
                                && !claim.text("n").equals(refusal.text("n"))
                                && claim.number("e") > refusal.number("e"))
                || unknown.values().stream()
                        .anyMatch(claim ->
                                claim.at() < refusal.at() && !claim.text("n").equals(refusal.text("n")));
    }

    /** A release that forgets the record finds none if the store sends it again after its first reply was lost. */
    private static boolean mayBeForgotten(HistoryEvent refusal) {
        return refusal.kind() == Kind.RELEASE_REFUSED && refusal.has("ms", "0");
    }

    /** Returns whether the owner has sent another write that ends its lease. The refused write itself would be confirmed when sent again. */
    private boolean hasEnded(HistoryEvent refusal) {
        return story.all(Kind.SETTLE, Kind.RELEASE)
                .filter(end ->
                        refusal.kind() != (end.kind() == Kind.SETTLE ? Kind.SETTLE_REFUSED : Kind.RELEASE_REFUSED))
                .anyMatch(end -> end.text("n").equals(refusal.text("n")) && end.at() < refusal.at());
    }
}
