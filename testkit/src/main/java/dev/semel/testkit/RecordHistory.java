package dev.semel.testkit;

import dev.semel.store.ClaimResult;
import dev.semel.store.RecordId;
import dev.semel.store.Token;
import dev.semel.testkit.History.ClaimAnswered;
import dev.semel.testkit.History.Released;
import dev.semel.testkit.History.Renewed;
import dev.semel.testkit.History.Settled;
import dev.semel.testkit.Violation.Rule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What happened to one record, sorted by kind, and where to report what is wrong with it. */
final class RecordHistory {
    private final RecordId id;
    private final List<History.Entry> entries;
    private final List<Violation> violations;
    private final List<ClaimAnswered> answers;
    private final List<ClaimAnswered> claims;
    private final List<Settled> settlements;
    private final List<Released> releases;
    private final List<Renewed> renewals;

    RecordHistory(RecordId id, List<History.Entry> entries, List<Violation> violations) {
        this.id = id;
        this.entries = entries;
        this.violations = violations;
        this.answers = all(ClaimAnswered.class).toList();
        this.claims = answers.stream()
                .filter(answer -> answer.result() instanceof ClaimResult.Claimed)
                .toList();
        this.settlements = all(Settled.class).toList();
        this.releases = all(Released.class).toList();
        this.renewals = all(Renewed.class).toList();
    }

    <E extends History.Entry> Stream<E> all(Class<E> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** All answers to claims, refusals included. */
    List<ClaimAnswered> answers() {
        return answers;
    }

    /** The claims that were granted. */
    List<ClaimAnswered> claims() {
        return claims;
    }

    List<Settled> settlements() {
        return settlements;
    }

    List<Released> releases() {
        return releases;
    }

    List<Renewed> renewals() {
        return renewals;
    }

    /** The settlement that ended the lease of this token; later ones only confirmed it. */
    Optional<Settled> settlementOf(Token token) {
        return settlements.stream()
                .filter(settled -> settled.token().equals(token))
                .findFirst();
    }

    /**
     * The claim under which a write with this token was made: the last that gave it out before. It may have been given out more than once,
     * to the same owner: a claim whose reply was lost, which found another owner when it was sent again, and the record gone later.
     */
    Optional<ClaimAnswered> claimBehind(Token token, History.Span write) {
        return claims.stream()
                .filter(claim ->
                        claim.record().token().equals(token) && claim.span().began() < write.ended())
                .reduce((earlier, later) -> later);
    }

    void violated(Rule rule, String what) {
        violations.add(new Violation(rule, id, what));
    }
}
