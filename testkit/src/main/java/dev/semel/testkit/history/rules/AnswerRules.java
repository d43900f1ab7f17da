package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The rules about the results that callers get, under a lease or in a transaction. */
final class AnswerRules {
    private final Story story;
    private final Story.Verdicts verdicts;
    private final boolean lasts;
    private final Map<String, HistoryEvent> effects = new HashMap<>();

    AnswerRules(Story story, Promises terms, Story.Verdicts verdicts) {
        this.lasts = terms.lasts();
        this.story = story;
        this.verdicts = verdicts;
        story.all(Kind.EFFECT).forEach(effect -> effects.put(effect.text("u"), effect));
    }

    void check() {
        Map<String, HistoryEvent> lives = new HashMap<>();
        Map<String, HistoryEvent> answered = new HashMap<>();
        Set<String> strange = new HashSet<>();
        story.list(Kind.ANSWER).forEach(answer -> {
            if (answer.text("o").startsWith("Unexpected") && strange.add(answer.text("o"))) {
                verdicts.violated(Rule.NOTHING_UNEXPECTED, answer.text("o"), answer);
            } else if (answer.has("o", "Unprotected")) {
                verdicts.violated(Rule.FAILS_CLOSED, "ran without protection", answer);
            }
            if (answer.find("u") != null) {
                checkValue(answer);
            }
            if (lasts) {
                checkStays(answered, answer);
            }
            String life = lasts ? "one for all" : answer.find("s");
            if (answer.find("h") != null && life != null) {
                checkSame(lives, life, answer);
            }
        });
    }

    private void checkValue(HistoryEvent answer) {
        HistoryEvent effect = effects.get(answer.text("u"));
        if (effect == null) {
            verdicts.violated(Rule.NO_ANSWER_WITHOUT_EFFECT, "no effect of this record produced this", answer);
        } else if (!effect.sharesWith(answer, "q")) {
            verdicts.violated(
                    Rule.FINGERPRINT_IS_KEPT_APART, "answered with the result of a different request", effect, answer);
        }
    }

    private void checkSame(Map<String, HistoryEvent> lives, String life, HistoryEvent answer) {
        HistoryEvent known = lives.putIfAbsent(life, answer);
        if (known != null && !known.sharesWith(answer, "h")) {
            verdicts.violated(Rule.ANSWERS_ARE_IDENTICAL, "two answers differ", known, answer);
        } else if (known != null && !known.sharesWith(answer, "q")) {
            verdicts.violated(
                    Rule.FINGERPRINT_IS_KEPT_APART, "two different requests got the same answer", known, answer);
        }
    }

    /** A request that got a result once gets it again, and no contradicting answer. */
    private void checkStays(Map<String, HistoryEvent> answered, HistoryEvent answer) {
        HistoryEvent known = answered.get(answer.text("q"));
        if (answer.find("h") != null) {
            answered.putIfAbsent(answer.text("q"), answer);
        } else if (known != null && known.isBefore(answer)) {
            if (answer.has("o", "Mismatched")) {
                verdicts.violated(Rule.FINGERPRINT_IS_KEPT_APART, "refused its own request", known, answer);
            } else if (answer.has("o", "InDoubt")) {
                verdicts.violated(Rule.NOTHING_IS_FORGOTTEN, "in doubt after an answer", known, answer);
            }
        }
    }
}
