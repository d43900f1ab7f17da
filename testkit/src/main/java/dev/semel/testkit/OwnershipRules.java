package dev.semel.testkit;

import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import dev.semel.testkit.History.ClaimAnswered;
import dev.semel.testkit.History.Released;
import dev.semel.testkit.History.Settled;
import dev.semel.testkit.History.Span;
import dev.semel.testkit.Violation.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The rules about who owns a record when. */
final class OwnershipRules {
    private final RecordHistory record;
    private final Duration tolerance;

    OwnershipRules(RecordHistory record, Duration tolerance) {
        this.record = record;
        this.tolerance = tolerance;
    }

    void check() {
        for (ClaimAnswered later : record.claims()) {
            for (ClaimAnswered earlier : record.claims()) {
                if (earlier.record().token().equals(later.record().token())) {
                    checkSentAgain(earlier, later);
                } else {
                    checkPair(earlier, later);
                }
            }
        }
        record.settlements().forEach(entry -> checkWrite("settled", entry.node(), entry.token(), entry.span()));
        record.releases().forEach(entry -> checkWrite("released", entry.node(), entry.token(), entry.span()));
        record.renewals().forEach(entry -> checkWrite("renewed", entry.node(), entry.token(), entry.span()));
        record.answers().forEach(this::checkRecognised);
        record.releases().stream()
                .filter(release -> release.as() == ReleaseAs.RUNNABLE
                        && release.retention().isZero())
                .forEach(this::checkForgotten);
    }

    private void checkForgotten(Released release) {
        Optional<StoredRecord> forgotten =
                record.claimBehind(release.token(), release.span()).map(ClaimAnswered::record);
        if (forgotten.filter(mine -> mine.attempt() > 1).isPresent()) {
            record.violated(
                    Rule.NOTHING_IS_FORGOTTEN,
                    forgotten.get() + " was forgotten, though an earlier attempt may have taken effect");
        }
        record.answers().stream()
                .filter(answer -> release.span().isBefore(answer.span()))
                .filter(answer -> forgotten
                        .filter(mine -> mine.createdAt().equals(answer.record().createdAt()))
                        .isPresent())
                .findFirst()
                .ifPresent(answer -> record.violated(
                        Rule.FORGOTTEN_IS_ABSENT,
                        answer.record() + " was answered after it had been forgotten under epoch "
                                + release.token().epoch()));
    }

    private void checkRecognised(ClaimAnswered answer) {
        boolean mine = answer.record().token().nonce().equals(answer.nonce());
        if (mine
                && !(answer.result() instanceof ClaimResult.Claimed)
                && answer.record().result() == null) {
            record.violated(
                    Rule.OWN_CLAIM_IS_RECOGNISED,
                    "the owner of " + answer.record() + " was told "
                            + answer.result().getClass().getSimpleName());
        }
    }

    /** A claim that was sent again must be told the same: whether to ask a reconciler depends on it. */
    private void checkSentAgain(ClaimAnswered earlier, ClaimAnswered later) {
        boolean sameLife = earlier.record().createdAt().equals(later.record().createdAt());
        boolean first = ((ClaimResult.Claimed) earlier.result()).tookOver();
        boolean second = ((ClaimResult.Claimed) later.result()).tookOver();
        if (sameLife && first && !second) {
            record.violated(
                    Rule.OWN_CLAIM_IS_RECOGNISED, later.record() + " was taken over, and the owner was told otherwise");
        }
    }

    private void checkPair(ClaimAnswered earlier, ClaimAnswered later) {
        StoredRecord first = earlier.record();
        StoredRecord second = later.record();
        boolean sameLife = first.createdAt().equals(second.createdAt());
        if (sameLife && (first.token().epoch() == second.token().epoch() || first.attempt() == second.attempt())) {
            if (earlier.span().ended() < later.span().ended()) {
                record.violated(Rule.ONE_OWNER_PER_EPOCH, "claimed twice: " + first + " and " + second);
            }
        }
        if (sameLife && !first.fingerprint().equals(second.fingerprint())) {
            record.violated(Rule.FINGERPRINT_IS_KEPT_APART, second + " was claimed for another request than " + first);
        }
        if (!earlier.span().isBefore(later.span())) {
            return;
        }
        if (sameLife && second.token().epoch() <= first.token().epoch()) {
            record.violated(Rule.EPOCH_GROWS, first + ", then " + second);
        }
        if (isNext(earlier, later)) {
            checkTurn(earlier, later);
        }
    }

    /** Whether no other claim was granted in between. */
    private boolean isNext(ClaimAnswered earlier, ClaimAnswered later) {
        return record.claims().stream()
                .filter(other -> !other.record().token().equals(earlier.record().token()))
                .filter(other -> !other.record().token().equals(later.record().token()))
                .noneMatch(other -> other.span().began() > earlier.span().began()
                        && other.span().began() < later.span().ended());
    }

    /** The record went from one owner to the next: was it free? */
    private void checkTurn(ClaimAnswered earlier, ClaimAnswered later) {
        Token token = earlier.record().token();
        Instant now = later.record().asOf().plus(tolerance);
        Optional<Settled> settled =
                record.settlementOf(token).filter(entry -> entry.span().isBefore(later.span()));
        if (settled.isPresent()) {
            Instant expiry = settled.get().span().from().plus(settled.get().retention());
            if (now.isBefore(expiry)) {
                record.violated(
                        Rule.NOTHING_IS_FORGOTTEN,
                        later.record() + " was claimed, but epoch " + token.epoch() + " is settled until " + expiry
                                + " and it was " + later.record().asOf());
            }
            return;
        }
        boolean newLife = !earlier.record().createdAt().equals(later.record().createdAt());
        Optional<Instant> releasedUntil = releasedUntil(token, later);
        if (newLife && releasedUntil.filter(now::isBefore).isPresent()) {
            record.violated(
                    Rule.NOTHING_IS_FORGOTTEN,
                    later.record() + " was claimed as new at " + later.record().asOf() + ", but epoch " + token.epoch()
                            + " was released, to be remembered until " + releasedUntil.get());
        }
        if (mayHaveEnded(token, later)) {
            return;
        }
        if (newLife && earlier.record().expiresAt() == null) {
            record.violated(
                    Rule.NOTHING_IS_FORGOTTEN, earlier.record() + " was to stay until it is settled, and is gone");
        }
        Instant leaseEnd = leaseEnd(earlier, later);
        if (now.isBefore(leaseEnd)) {
            record.violated(
                    Rule.LEASE_IS_EXCLUSIVE,
                    later.record() + " was claimed at " + later.record().asOf() + ", but the lease of epoch "
                            + token.epoch() + " lasts until " + leaseEnd);
        }
    }

    /** Until when a record at least is remembered that was released as runnable; empty if it was not. */
    private Optional<Instant> releasedUntil(Token token, ClaimAnswered later) {
        return record.releases().stream()
                .filter(release -> release.token().equals(token)
                        && release.as() == ReleaseAs.RUNNABLE
                        && release.span().isBefore(later.span()))
                .findFirst()
                .map(release -> release.span().from().plus(release.retention()));
    }

    /** Whether the owner may have ended its lease by itself before the claim was decided. */
    private boolean mayHaveEnded(Token token, ClaimAnswered later) {
        boolean settled = record.settlements().stream()
                .anyMatch(entry -> entry.token().equals(token)
                        && entry.span().began() < later.span().ended());
        boolean released = record.releases().stream()
                .anyMatch(entry -> entry.token().equals(token)
                        && entry.span().began() < later.span().ended());
        return settled || released;
    }

    /** Until when the lease lasted at least, by all that had ended when the next claim began. */
    private Instant leaseEnd(ClaimAnswered earlier, ClaimAnswered later) {
        Token token = earlier.record().token();
        Instant end = earlier.record().leaseEnd();
        for (ClaimAnswered again : record.claims()) {
            if (again.record().token().equals(token) && again.span().isBefore(later.span())) {
                end = later(end, again.record().leaseEnd());
            }
        }
        for (History.Renewed renewal : record.renewals()) {
            if (renewal.token().equals(token) && renewal.span().isBefore(later.span())) {
                end = later(end, renewal.span().from().plus(renewal.lease()));
            }
        }
        return end;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Whether a node releases what a claim of its own got although it failed: the node finds its nonce in the record. */
    private boolean isGivenBack(String node, Token token, Span span) {
        return record.all(History.ClaimFailed.class)
                .anyMatch(claim -> claim.node().equals(node)
                        && claim.nonce().equals(token.nonce())
                        && claim.span().isBefore(span));
    }

    private void checkWrite(String what, String node, Token token, Span span) {
        String write = what + " by " + node + " under epoch " + token.epoch();
        Optional<ClaimAnswered> mine = record.claimBehind(token, span);
        if (mine.isEmpty()) {
            if (!what.equals("released") || !isGivenBack(node, token, span)) {
                record.violated(Rule.TOKEN_IS_ITS_OWNERS, write + ", which nobody was given");
            }
            return;
        }
        if (!mine.get().node().equals(node)) {
            record.violated(
                    Rule.TOKEN_IS_ITS_OWNERS,
                    write + ", which was given to " + mine.get().node());
        }
        record.claims().stream()
                .filter(claim -> !claim.record().token().equals(token))
                .filter(claim ->
                        mine.get().span().isBefore(claim.span()) && claim.span().isBefore(span))
                .findFirst()
                .ifPresent(claim -> record.violated(
                        Rule.LOST_LEASE_WRITES_NOTHING, write + ", but " + claim.record() + " had been claimed"));
        boolean wasReleased = record.releases().stream()
                .anyMatch(release -> release.token().equals(token)
                        && release.as() == ReleaseAs.RUNNABLE
                        && release.span().isBefore(span));
        if (wasReleased && !what.equals("released")) {
            record.violated(Rule.LOST_LEASE_WRITES_NOTHING, write + " after it was released");
        }
    }
}
