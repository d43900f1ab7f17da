package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules about effects, and about the results that callers get. */
final class EffectRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final Promises terms;
    private final List<HistoryEvent> claims;
    private final List<HistoryEvent> effects;

    EffectRules(Story story, Times times, Promises terms, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.terms = terms;
        this.claims = story.list(Kind.CLAIMED);
        this.effects = story.list(Kind.EFFECT);
    }

    void check() {
        effects.forEach(this::checkEffect);
        claims.forEach(this::checkWhole);
        for (int i = 0; i < effects.size(); i++) {
            for (int j = i + 1; j < effects.size(); j++) {
                checkPair(effects.get(i), effects.get(j));
            }
        }
        if (terms.holds()) {
            claims.forEach(this::checkHeld);
        }
        new AnswerRules(story, terms, verdicts).check();
        story.all(Kind.ANSWER).filter(answer -> answer.find("h") != null).forEach(this::checkValue);
    }

    private Optional<HistoryEvent> claimOf(HistoryEvent effect) {
        return claims.stream()
                .filter(claim ->
                        claim.sharesWith(effect, "s") && claim.sharesWith(effect, "a") && isOfSameNode(claim, effect))
                .filter(claim -> claim.began() < effect.at())
                .findFirst();
    }

    private static boolean isOfSameNode(HistoryEvent claim, HistoryEvent effect) {
        return effect.find("w") == null || claim.sharesWith(effect, "w");
    }

    private void checkEffect(HistoryEvent effect) {
        Optional<HistoryEvent> claim = claimOf(effect);
        if (claim.isEmpty()) {
            verdicts.violated(Rule.EFFECT_NEEDS_A_CLAIM, "an effect of an attempt without a claim", effect);
        } else if (!claim.get().sharesWith(effect, "q")) {
            verdicts.violated(Rule.FINGERPRINT_IS_KEPT_APART, "a different request took effect", claim.get(), effect);
        } else if (terms.asks() && mustAsk(claim.get()) && !ruledOut(effect)) {
            verdicts.violated(
                    Rule.ASKED_BEFORE_RUN_AGAIN, "ran again without asking a reconciler", claim.get(), effect);
        }
        if (terms.holds() || terms.asks()) {
            abandonedBefore(effect)
                    .filter(attempt -> terms.holds() || !ruledOutBetween(attempt, effect))
                    .findFirst()
                    .ifPresent(attempt -> verdicts.violated(
                            terms.holds() ? Rule.HELD_NEVER_RUNS_AGAIN : Rule.ASKED_BEFORE_RUN_AGAIN,
                            "ran after an attempt whose effect was unknown",
                            attempt,
                            effect));
        }
    }

    /** Returns the earlier attempts in this life of the record whose effect is unknown, or that were not released as runnable. */
    private Stream<HistoryEvent> abandonedBefore(HistoryEvent effect) {
        return story.all(Kind.LEFT_OPEN, Kind.CLAIMED)
                .filter(attempt -> attempt.sharesWith(effect, "s")
                        && attempt.number("a") < effect.number("a")
                        && attempt.isBefore(effect))
                .filter(attempt -> attempt.kind() == Kind.LEFT_OPEN || !wasFreed(attempt));
    }

    private boolean wasFreed(HistoryEvent claim) {
        return story.all(Kind.RELEASE)
                .anyMatch(release -> release.has("as", "RUNNABLE")
                        && release.text("n").equals(claim.text("m"))
                        && release.sharesWith(claim, "e"));
    }

    private boolean ruledOutBetween(HistoryEvent abandoned, HistoryEvent effect) {
        return story.all(Kind.VERDICT)
                .anyMatch(verdict -> verdict.sharesWith(effect, "s")
                        && verdict.has("o", "DidNotHappen")
                        && verdict.number("a") > abandoned.number("a")
                        && verdict.number("a") <= effect.number("a")
                        && verdict.at() < effect.at());
    }

    private void checkWhole(HistoryEvent claim) {
        if (story.isOnlyPart(claim.text("q"), claim.at())) {
            verdicts.violated(Rule.WHOLE_REQUESTS_ONLY, "claimed by a request that was not sent completely", claim);
        }
    }

    private void checkPair(HistoryEvent first, HistoryEvent second) {
        if (first.sharesWith(second, "s") && first.sharesWith(second, "a")) {
            verdicts.violated(Rule.ONE_EFFECT_PER_EPOCH, "one claim has two effects", first, second);
        }
        boolean careful = terms.holds() || terms.asks();
        Optional<HistoryEvent> claim = claimOf(second);
        if (careful && claim.isPresent() && isDone(first, claim.get())) {
            Rule rule = terms.holds() ? Rule.HELD_NEVER_RUNS_AGAIN : Rule.ASKED_BEFORE_RUN_AGAIN;
            verdicts.violated(rule, "took effect again", first, claim.get(), second);
        }
    }

    /** Returns whether an effect had taken place before an event began. */
    private boolean isDone(HistoryEvent effect, HistoryEvent before) {
        return story.all(Kind.EFFECT_DONE).anyMatch(done -> done.sharesWith(effect, "u") && done.isBefore(before));
    }

    private void checkHeld(HistoryEvent claim) {
        if (mustAsk(claim)) {
            verdicts.violated(Rule.HELD_NEVER_RUNS_AGAIN, "claimed although it was in doubt", claim);
        }
    }

    /** Returns whether a claim took over, or the attempt before it was not released as runnable. */
    private boolean mustAsk(HistoryEvent claim) {
        return claim.find("over") != null
                || (claim.number("a") > 1
                        && story.all(Kind.RELEASE)
                                .noneMatch(release ->
                                        release.number("e") == claim.number("e") - 1 && release.has("as", "RUNNABLE")));
    }

    private boolean ruledOut(HistoryEvent effect) {
        return story.all(Kind.VERDICT)
                .anyMatch(verdict -> verdict.sharesWith(effect, "s")
                        && verdict.sharesWith(effect, "a")
                        && verdict.has("o", "DidNotHappen"));
    }

    private void checkValue(HistoryEvent answer) {
        boolean sent =
                story.all(Kind.SETTLE).anyMatch(settle -> settle.sharesWith(answer, "h") && settle.at() < answer.at());
        Optional<HistoryEvent> applied = story.first(Kind.SETTLE_APPLIED, settle -> settle.sharesWith(answer, "h"));
        boolean confirmed = applied.isPresent() && applied.get().at() < answer.at();
        boolean own = answer.has("o", "Executed") || answer.has("o", "Declined");
        if (!sent || !(confirmed || (!own && wasSeen(answer)))) {
            verdicts.violated(Rule.STORED_BEFORE_ANSWERED, "answered with a result that was not stored", answer);
        }
        if (applied.isPresent() && answer.began() > applied.get().at() + Times.millis(applied.get()) + times.late()) {
            verdicts.violated(Rule.REPLAY_ENDS, "answered past its retention", applied.get(), answer);
        }
    }

    /** Returns whether the store had replayed the result before. Its owner may never have got the confirmation. */
    private boolean wasSeen(HistoryEvent answer) {
        return story.all(Kind.SETTLED).anyMatch(replay -> replay.sharesWith(answer, "h") && replay.at() < answer.at());
    }

    /** See {@link RecordRules#lateEffects}. */
    static long lateEffects(Story story) {
        List<HistoryEvent> claims = story.list(Kind.CLAIMED);
        Map<String, HistoryEvent> byAttempt = new HashMap<>();
        claims.forEach(claim -> byAttempt.put(claim.text("s") + claim.text("a"), claim));
        return story.all(Kind.EFFECT)
                .filter(effect -> effect.find("s") != null)
                .filter(effect -> {
                    HistoryEvent mine = byAttempt.get(effect.text("s") + effect.text("a"));
                    return mine != null
                            && claims.stream()
                                    .anyMatch(next -> !next.sharesWith(mine, "m")
                                            && mine.isBefore(next)
                                            && next.at() < effect.at());
                })
                .count();
    }
}
