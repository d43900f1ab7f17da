package dev.semel.testkit;

import dev.semel.store.ClaimResult;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Token;
import dev.semel.testkit.History.ClaimAnswered;
import dev.semel.testkit.History.LeftOpen;
import dev.semel.testkit.History.Ran;
import dev.semel.testkit.History.RuledOut;
import dev.semel.testkit.History.Started;
import dev.semel.testkit.Violation.Rule;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The rules about what runs after an attempt of which nobody knows what it did. An attempt is that if its work left it open, or if it ended
 * in any other way than by a settlement or by a release as runnable.
 */
final class AbandonmentRules {
    private final RecordHistory record;
    private final List<LeftOpen> leftOpen;
    private final List<RuledOut> ruledOut;

    AbandonmentRules(RecordHistory record) {
        this.record = record;
        this.leftOpen = record.all(LeftOpen.class).toList();
        this.ruledOut = record.all(RuledOut.class).toList();
    }

    void checkHeld() {
        record.all(Ran.class).forEach(run -> {
            if (tookOver(run) || abandonedBefore(run).findAny().isPresent()) {
                record.violated(Rule.HELD_NEVER_RUNS_AGAIN, "attempt " + run.attempt() + " ran after an abandonment");
            }
        });
    }

    void checkReconciled() {
        record.all(Ran.class)
                .forEach(run -> abandonedBefore(run)
                        .filter(abandoned -> !ruledOutBetween(abandoned, run))
                        .findFirst()
                        .ifPresent(abandoned -> record.violated(
                                Rule.ASKED_BEFORE_RUN_AGAIN,
                                "attempt " + run.attempt() + " ran after attempt " + abandoned
                                        + " was abandoned, and no reconciler had ruled out that it took effect")));
    }

    /**
     * Of a record that stays until it is settled, the last claim must not be one that nothing came of. A takeover may be: the record was
     * abandoned before, and is as before when the lease has ended.
     */
    void checkGivenBack(Predicate<String> isGone) {
        record.claims().stream()
                .reduce((earlier, later) -> later)
                .filter(last -> last.record().expiresAt() == null && !isGone.test(last.node()))
                .filter(last -> !((ClaimResult.Claimed) last.result()).tookOver())
                .filter(last -> !wasStarted(last) && !wasEnded(last))
                .ifPresent(last -> record.violated(
                        Rule.NOT_RUN_IS_GIVEN_BACK,
                        last.record() + " was claimed by " + last.node() + ", never started, and is still its own"));
    }

    private boolean wasStarted(ClaimAnswered claim) {
        return record.all(Started.class)
                .anyMatch(start -> start.since().equals(claim.record().createdAt())
                        && start.attempt() == claim.record().attempt());
    }

    private boolean wasEnded(ClaimAnswered claim) {
        Token token = claim.record().token();
        return record.settlementOf(token).isPresent()
                || record.releases().stream()
                        .anyMatch(release ->
                                release.token().equals(token) && claim.span().isBefore(release.span()));
    }

    private boolean ruledOutBetween(int abandoned, Ran run) {
        return ruledOut.stream()
                .anyMatch(verdict -> verdict.since().equals(run.since())
                        && verdict.attempt() > abandoned
                        && verdict.attempt() <= run.attempt()
                        && verdict.span().isBefore(run.span()));
    }

    private boolean tookOver(Ran run) {
        return record.claims().stream()
                .filter(claim -> claim.record().createdAt().equals(run.since())
                        && claim.record().attempt() == run.attempt())
                .anyMatch(claim -> ((ClaimResult.Claimed) claim.result()).tookOver());
    }

    /** The attempts in the life of the record before this one of which nobody knew what they had done. */
    private Stream<Integer> abandonedBefore(Ran run) {
        Stream<Integer> byTheWork = leftOpen.stream()
                .filter(open -> open.since().equals(run.since())
                        && open.attempt() < run.attempt()
                        && open.span().isBefore(run.span()))
                .map(LeftOpen::attempt);
        Stream<Integer> byTheStore = record.claims().stream()
                .filter(claim -> claim.record().createdAt().equals(run.since())
                        && claim.record().attempt() < run.attempt()
                        && !wasFreed(claim))
                .map(claim -> claim.record().attempt());
        return Stream.concat(byTheWork, byTheStore);
    }

    private boolean wasFreed(ClaimAnswered claim) {
        return record.releases().stream()
                .anyMatch(release ->
                        release.token().equals(claim.record().token()) && release.as() == ReleaseAs.RUNNABLE);
    }
}
