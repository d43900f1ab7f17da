package dev.semel.testkit;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimResult;
import dev.semel.store.Result;
import dev.semel.store.StoredRecord;
import dev.semel.testkit.History.Answered;
import dev.semel.testkit.History.ClaimAnswered;
import dev.semel.testkit.History.Ran;
import dev.semel.testkit.History.Settled;
import dev.semel.testkit.Violation.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules about what runs, what is stored and who is answered with what. */
final class AnswerRules {
    private final RecordHistory record;
    private final Duration tolerance;
    private final List<Ran> runs;

    AnswerRules(RecordHistory record, Duration tolerance) {
        this.record = record;
        this.tolerance = tolerance;
        this.runs = record.all(Ran.class).toList();
    }

    void check() {
        record.answers().forEach(this::checkClaimAnswer);
        runs.forEach(this::checkRun);
        record.settlements().forEach(this::checkSettlement);
        checkAnswers();
    }

    private void checkClaimAnswer(ClaimAnswered answer) {
        StoredRecord seen = answer.record();
        boolean same = seen.fingerprint().equals(answer.asked());
        if (same == answer.result() instanceof ClaimResult.Mismatch) {
            record.violated(
                    Rule.FINGERPRINT_IS_KEPT_APART,
                    "a claim was answered with " + answer.result().getClass().getSimpleName()
                            + " although the fingerprints are " + (same ? "the same" : "different"));
        }
        Result result = History.resultOf(answer);
        if (result != null) {
            checkReplay(answer, result);
        }
    }

    private void checkReplay(ClaimAnswered answer, Result result) {
        StoredRecord seen = answer.record();
        Optional<Settled> settled = record.settlementOf(seen.token())
                .filter(entry -> entry.span().began() < answer.span().ended());
        if (settled.isEmpty()) {
            record.violated(Rule.ONLY_SETTLED_IS_REPLAYED, seen + " was replayed, but never settled");
            return;
        }
        if (!settled.get().result().equals(result)) {
            record.violated(Rule.ANSWERS_ARE_IDENTICAL, seen + " was replayed with other bytes than were settled");
        }
        Instant expiry =
                settled.get().span().to().plus(settled.get().retention()).plus(tolerance);
        if (!seen.asOf().isBefore(expiry)) {
            record.violated(
                    Rule.ONLY_SETTLED_IS_REPLAYED,
                    seen + " was replayed at " + seen.asOf() + ", but its retention was over at " + expiry);
        }
    }

    private void checkRun(Ran run) {
        Optional<ClaimAnswered> claim = record.claims().stream()
                .filter(entry -> entry.record().createdAt().equals(run.since())
                        && entry.record().attempt() == run.attempt()
                        && entry.span().began() < run.span().ended())
                .findFirst();
        if (claim.isEmpty()) {
            record.violated(Rule.RUN_NEEDS_A_CLAIM, "attempt " + run.attempt() + " ran without having claimed");
            return;
        }
        if (!claim.get().record().fingerprint().equals(run.fingerprint())) {
            record.violated(
                    Rule.FINGERPRINT_IS_KEPT_APART,
                    "attempt " + run.attempt() + " ran another request than it had claimed");
        }
        boolean twice = runs.stream()
                .anyMatch(other ->
                        !other.equals(run) && other.since().equals(run.since()) && other.attempt() == run.attempt());
        if (twice) {
            record.violated(Rule.ONE_RUN_PER_CLAIM, "attempt " + run.attempt() + " ran more than once");
        }
    }

    private void checkSettlement(Settled settled) {
        boolean first = record.settlementOf(settled.token())
                .filter(entry -> entry.equals(settled))
                .isPresent();
        if (first && settled.result().kind() == Result.Kind.VALUE && ranBefore(settled) == null) {
            record.violated(
                    Rule.RESULT_IS_OF_THIS_RECORD,
                    "epoch " + settled.token().epoch() + " was settled with bytes that no run of this record gave");
        }
    }

    private @Nullable Ran ranBefore(Settled settled) {
        Fingerprint bytes = Fingerprint.of(settled.result().bytes());
        return runs.stream()
                .filter(run -> run.result().equals(bytes)
                        && run.span().began() < settled.span().ended())
                .findFirst()
                .orElse(null);
    }

    private void checkAnswers() {
        Map<Instant, Fingerprint> byLife = new HashMap<>();
        record.all(Answered.class).forEach(answer -> {
            Fingerprint bytes = answer.result();
            Fingerprint known = byLife.putIfAbsent(answer.since(), bytes);
            if (known != null && !known.equals(bytes)) {
                record.violated(Rule.ANSWERS_ARE_IDENTICAL, "two callers were answered with different bytes");
            }
            boolean stored = record.settlements().stream()
                    .anyMatch(settled -> settled.span().began() < answer.span().ended()
                            && Fingerprint.of(settled.result().bytes()).equals(bytes));
            if (!stored) {
                record.violated(
                        Rule.STORED_BEFORE_ANSWERED, "a caller was answered with bytes that were not stored by then");
            }
            boolean owns = record.claims().stream()
                    .anyMatch(claim -> claim.record().createdAt().equals(answer.since())
                            && claim.record().fingerprint().equals(answer.fingerprint()));
            if (!owns) {
                record.violated(
                        Rule.FINGERPRINT_IS_KEPT_APART, "a caller was answered that had asked for something else");
            }
        });
    }
}
