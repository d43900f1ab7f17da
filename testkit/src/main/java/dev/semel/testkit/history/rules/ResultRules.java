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
import java.util.Set;
import java.util.stream.Collectors;

/** The rules about stored results: which ones, for how long, and for which requests. */
final class ResultRules {
    private final Story story;
    private final Times times;
    private final Story.Verdicts verdicts;
    private final boolean lasts;
    private final List<HistoryEvent> answers;
    private final List<HistoryEvent> settles;
    private final Map<String, HistoryEvent> firstApplied = new HashMap<>();
    private final Map<String, HistoryEvent> firstSent = new HashMap<>();

    ResultRules(Story story, Times times, Promises terms, Story.Verdicts verdicts) {
        this.story = story;
        this.times = times;
        this.verdicts = verdicts;
        this.lasts = terms.lasts();
        this.answers = story.list(Kind.CLAIMED, Kind.BUSY, Kind.SETTLED, Kind.IN_DOUBT, Kind.MISMATCH);
        this.settles = story.list(Kind.SETTLE);
        settles.forEach(event -> firstSent.putIfAbsent(event.text("n"), event));
        story.list(Kind.SETTLE_APPLIED).forEach(event -> firstApplied.putIfAbsent(event.text("n"), event));
    }

    void check() {
        answers.forEach(this::checkFingerprint);
        checkOneRequestPerLife();
        answers.stream().filter(answer -> answer.kind() == Kind.SETTLED).forEach(this::checkReplay);
        checkReplaysAgree();
        firstApplied.values().forEach(this::checkKept);
        firstApplied.values().forEach(this::checkOwn);
        if (lasts) {
            checkStaysSettled();
            checkOneLife();
        }
    }

    /** A record that outlasts the run is created once, settled or not, unless its owner did nothing and forgot it. */
    private void checkOneLife() {
        Set<String> endedByOwner = story.all(Kind.RELEASE)
                .filter(release -> release.has("ms", "0"))
                .map(release -> release.text("n"))
                .collect(Collectors.toSet());
        // Only a first attempt may be forgotten. So each answer that showed a life names the owner that may have ended
        // it, even if that owner's own answer was lost.
        HistoryEvent[] lives = story.lives().stream()
                .filter(life -> !endedByOwner.contains(life.text("m")))
                .toArray(HistoryEvent[]::new);
        if (lives.length > 1) {
            verdicts.violated(Rule.NOTHING_IS_FORGOTTEN, "the record was recreated before its retention ended", lives);
        }
    }

    /** A result that was replayed once was stored, even if its owner never got the confirmation. */
    private void checkStaysSettled() {
        answers.stream()
                .filter(answer -> answer.kind() == Kind.SETTLED)
                .findFirst()
                .ifPresent(replay -> answers.stream()
                        .filter(answer -> answer.kind() == Kind.CLAIMED && replay.isBefore(answer))
                        .findFirst()
                        .ifPresent(claim -> verdicts.violated(
                                Rule.NOTHING_IS_FORGOTTEN, "a replayed result is no longer stored", replay, claim)));
    }

    private void checkFingerprint(HistoryEvent answer) {
        boolean same = answer.text("q").equals(answer.text("r"));
        if (same == (answer.kind() == Kind.MISMATCH)) {
            verdicts.violated(
                    Rule.FINGERPRINT_IS_KEPT_APART,
                    same ? "refused its own request" : "served a different request",
                    answer);
        }
    }

    private void checkOneRequestPerLife() {
        Map<String, HistoryEvent> lives = new HashMap<>();
        answers.stream().filter(answer -> answer.kind() == Kind.CLAIMED).forEach(claim -> {
            HistoryEvent known = lives.putIfAbsent(claim.text("s"), claim);
            if (known != null && !known.sharesWith(claim, "q")) {
                verdicts.violated(Rule.FINGERPRINT_IS_KEPT_APART, "claimed for two different requests", known, claim);
            }
        });
    }

    private void checkReplay(HistoryEvent replay) {
        HistoryEvent sent = firstSent.get(replay.text("m"));
        if (sent == null || sent.at() > replay.at()) {
            verdicts.violated(Rule.ONLY_SETTLED_IS_REPLAYED, "replayed, but its owner had not settled it", replay);
            return;
        }
        boolean known = settles.stream()
                .anyMatch(event -> event.text("n").equals(replay.text("m")) && event.sharesWith(replay, "h"));
        if (!known) {
            verdicts.violated(Rule.ANSWERS_ARE_IDENTICAL, "replayed with bytes that were not settled", sent, replay);
        }
        HistoryEvent applied = firstApplied.get(replay.text("m"));
        if (applied != null && replay.began() > applied.at() + Times.millis(applied) + times.late()) {
            verdicts.violated(Rule.REPLAY_ENDS, "replayed past its retention", applied, replay);
        }
    }

    /** Checks the effect of a result, if the history records it. */
    private void checkOwn(HistoryEvent applied) {
        boolean strange = applied.find("u") != null
                && story.all(Kind.EFFECT)
                        .noneMatch(effect -> effect.sharesWith(applied, "u") && effect.at() < applied.at());
        if (strange) {
            verdicts.violated(
                    Rule.RESULT_IS_OF_THIS_RECORD,
                    "settled with a result that no run of this record produced",
                    applied);
        }
    }

    private void checkReplaysAgree() {
        Map<String, HistoryEvent> lives = new HashMap<>();
        answers.stream().filter(answer -> answer.kind() == Kind.SETTLED).forEach(replay -> {
            HistoryEvent known = lives.putIfAbsent(replay.text("s"), replay);
            if (known != null && !known.sharesWith(replay, "h")) {
                verdicts.violated(Rule.ANSWERS_ARE_IDENTICAL, "two replays differ", known, replay);
            }
        });
    }

    /** Between its acknowledgement and the end of its retention a result is replayed to each claim with the same fingerprint. */
    private void checkKept(HistoryEvent applied) {
        HistoryEvent sent = firstSent.get(applied.text("n"));
        HistoryEvent claim = answers.stream()
                .filter(answer ->
                        answer.kind() == Kind.CLAIMED && answer.text("m").equals(applied.text("n")))
                .findFirst()
                .orElse(null);
        if (sent == null || claim == null) {
            return; // reported by the rules about owners
        }
        long until = sent.at() + Times.millis(applied) - times.early();
        answers.stream()
                .filter(answer -> applied.isBefore(answer) && answer.at() < until)
                .filter(answer -> answer.kind() != Kind.MISMATCH)
                .forEach(answer -> {
                    if (answer.kind() != Kind.SETTLED) {
                        verdicts.violated(
                                Rule.NOTHING_IS_FORGOTTEN, "a settled result is no longer stored", applied, answer);
                    } else if (!answer.sharesWith(applied, "h")) {
                        verdicts.violated(
                                Rule.ANSWERS_ARE_IDENTICAL, "replaced before its retention ended", applied, answer);
                    }
                });
    }
}
