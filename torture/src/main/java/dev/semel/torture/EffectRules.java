package dev.semel.torture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules about effects and about what callers are given. */
final class EffectRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final Profile profile;
    private final List<Event> claims;
    private final List<Event> effects;

    EffectRules(Story story, Times times, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.profile = Profile.of(story.id());
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
        if (profile.holds()) {
            claims.forEach(this::checkHeld);
        }
        new AnswerRules(story, verdicts).check();
        story.all(Kind.ANSWER).filter(answer -> answer.find("h") != null).forEach(this::checkValue);
    }

    private Optional<Event> claimOf(Event effect) {
        return claims.stream()
                .filter(claim ->
                        claim.sharesWith(effect, "s") && claim.sharesWith(effect, "a") && claim.sharesWith(effect, "w"))
                .findFirst();
    }

    private void checkEffect(Event effect) {
        Optional<Event> claim = claimOf(effect);
        if (claim.isEmpty()) {
            verdicts.violated(Rule.EFFECT_NEEDS_A_CLAIM, "an effect of an attempt that had claimed nothing", effect);
        } else if (!claim.get().sharesWith(effect, "q")) {
            verdicts.violated(Rule.FINGERPRINT_IS_KEPT_APART, "another request took effect", claim.get(), effect);
        } else if (profile.asks() && mustAsk(claim.get()) && !ruledOut(effect)) {
            verdicts.violated(Rule.ASKED_BEFORE_RUN_AGAIN, "ran again, and nobody was asked", claim.get(), effect);
        }
    }

    private void checkWhole(Event claim) {
        if (story.isOnlyPart(claim.text("q"), claim.at())) {
            verdicts.violated(Rule.WHOLE_REQUESTS_ONLY, "claimed by a request of which a part was sent", claim);
        }
    }

    private void checkPair(Event first, Event second) {
        if (first.sharesWith(second, "s") && first.sharesWith(second, "a")) {
            verdicts.violated(Rule.ONE_EFFECT_PER_EPOCH, "one claim has two effects", first, second);
        }
        boolean careful = profile.holds() || profile.asks();
        Optional<Event> claim = claimOf(second);
        if (careful && claim.isPresent() && isDone(first, claim.get())) {
            Rule rule = profile.holds() ? Rule.HELD_NEVER_RUNS_AGAIN : Rule.ASKED_BEFORE_RUN_AGAIN;
            verdicts.violated(rule, "took effect again", first, claim.get(), second);
        }
    }

    /** Whether an effect had taken place before something began. */
    private boolean isDone(Event effect, Event before) {
        return story.all(Kind.EFFECT_DONE).anyMatch(done -> done.sharesWith(effect, "u") && done.isBefore(before));
    }

    private void checkHeld(Event claim) {
        if (mustAsk(claim)) {
            verdicts.violated(Rule.HELD_NEVER_RUNS_AGAIN, "claimed although it was in doubt", claim);
        }
    }

    /** Whether the store said that this one takes over, or the attempt before it was not released as free to run. */
    private boolean mustAsk(Event claim) {
        return claim.find("over") != null
                || (claim.number("a") > 1
                        && story.all(Kind.RELEASE)
                                .noneMatch(release ->
                                        release.number("e") == claim.number("e") - 1 && release.has("as", "RUNNABLE")));
    }

    private boolean ruledOut(Event effect) {
        return story.all(Kind.VERDICT)
                .anyMatch(verdict -> verdict.sharesWith(effect, "s")
                        && verdict.sharesWith(effect, "a")
                        && verdict.has("o", "DidNotHappen"));
    }

    private void checkValue(Event answer) {
        boolean sent =
                story.all(Kind.SETTLE).anyMatch(settle -> settle.sharesWith(answer, "h") && settle.at() < answer.at());
        Optional<Event> applied = story.first(Kind.SETTLE_APPLIED, settle -> settle.sharesWith(answer, "h"));
        boolean confirmed = applied.isPresent() && applied.get().at() < answer.at();
        boolean own = answer.has("o", "Executed") || answer.has("o", "Declined");
        if (!sent || !(confirmed || (!own && wasSeen(answer)))) {
            verdicts.violated(Rule.STORED_BEFORE_ANSWERED, "answered with what was not stored", answer);
        }
        if (applied.isPresent() && answer.began() > applied.get().at() + Times.millis(applied.get()) + times.late()) {
            verdicts.violated(Rule.REPLAY_ENDS, "answered past its retention", applied.get(), answer);
        }
    }

    /** Whether the store had replayed it to anybody by then; the owner itself may never have heard that it was stored. */
    private boolean wasSeen(Event answer) {
        return story.all(Kind.SETTLED).anyMatch(replay -> replay.sharesWith(answer, "h") && replay.at() < answer.at());
    }

    /** How many effects came from owners that had been overtaken: nobody can prevent those in leased mode. */
    static long lateEffects(Story story) {
        List<Event> claims = story.list(Kind.CLAIMED);
        Map<String, Event> byAttempt = new HashMap<>();
        claims.forEach(claim -> byAttempt.put(claim.text("s") + claim.text("a"), claim));
        return story.all(Kind.EFFECT)
                .filter(effect -> effect.find("s") != null)
                .filter(effect -> {
                    Event mine = byAttempt.get(effect.text("s") + effect.text("a"));
                    return mine != null
                            && claims.stream()
                                    .anyMatch(next -> !next.sharesWith(mine, "m")
                                            && mine.isBefore(next)
                                            && next.at() < effect.at());
                })
                .count();
    }
}
