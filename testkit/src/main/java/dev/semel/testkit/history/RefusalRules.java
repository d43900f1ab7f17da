package dev.semel.testkit.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules about what an owner is told when it writes: nothing is refused unless something has happened that it could be refused for. */
final class RefusalRules {
    private final Story story;
    private final Story.Verdicts verdicts;
    private final List<Event> claims;
    private final boolean lasts;
    private final Map<String, Event> unknown = new HashMap<>();

    RefusalRules(Story story, Terms terms, Story.Verdicts verdicts) {
        this.lasts = terms.lasts();
        this.story = story;
        this.verdicts = verdicts;
        this.claims = story.list(Kind.CLAIMED);
        findUnknown();
    }

    /** Of whose claims nobody can say whether they were granted: those that failed, and those that were sent last and got no answer. */
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
        // A record that lasts for a short time only may be gone.
        if (!lasts) {
            return;
        }
        story.all(Kind.SETTLE_REFUSED, Kind.RENEWAL_REFUSED, Kind.RELEASE_REFUSED)
                .filter(refusal -> !mayBeOvertaken(refusal) && !hasEnded(refusal) && !mayBeForgotten(refusal))
                .forEach(refusal -> verdicts.violated(
                        Rule.REFUSED_FOR_A_REASON, "refused, and nobody else could own the record", refusal));
    }

    private boolean mayBeOvertaken(Event refusal) {
        return claims.stream()
                        .anyMatch(claim -> claim.began() < refusal.at()
                                && !claim.text("n").equals(refusal.text("n"))
                                && claim.number("e") > refusal.number("e"))
                || unknown.values().stream()
                        .anyMatch(claim ->
                                claim.at() < refusal.at() && !claim.text("n").equals(refusal.text("n")));
    }

    /** A release that has the record forgotten finds nothing if it is sent again by the store, whose first reply was lost. */
    private static boolean mayBeForgotten(Event refusal) {
        return refusal.kind() == Kind.RELEASE_REFUSED && refusal.has("ms", "0");
    }

    /** Whether the owner has sent what ends its lease, other than the very thing that was refused: sent again, that is confirmed. */
    private boolean hasEnded(Event refusal) {
        return story.all(Kind.SETTLE, Kind.RELEASE)
                .filter(end ->
                        refusal.kind() != (end.kind() == Kind.SETTLE ? Kind.SETTLE_REFUSED : Kind.RELEASE_REFUSED))
                .anyMatch(end -> end.text("n").equals(refusal.text("n")) && end.at() < refusal.at());
    }
}
