package dev.semel.torture;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The rules about what callers are given, in any mode. */
final class AnswerRules {
    private static final Set<String> REFUSED = Set.of("InProgress", "Mismatched", "InDoubt");

    private final Story story;
    private final Story.Verdicts verdicts;
    private final Map<String, Event> effects = new HashMap<>();

    AnswerRules(Story story, Story.Verdicts verdicts) {
        this.story = story;
        this.verdicts = verdicts;
        story.all(Kind.EFFECT).forEach(effect -> effects.put(effect.text("u"), effect));
    }

    void check() {
        Map<String, Event> lives = new HashMap<>();
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
            if (answer.find("s") != null && !REFUSED.contains(answer.text("o"))) {
                checkSame(lives, answer);
            }
        });
    }

    private void checkValue(Event answer) {
        Event effect = effects.get(answer.text("u"));
        if (effect == null) {
            verdicts.violated(Rule.NO_ANSWER_WITHOUT_EFFECT, "no effect of this record gave this", answer);
        } else if (!effect.sharesWith(answer, "q")) {
            verdicts.violated(Rule.FINGERPRINT_IS_KEPT_APART, "answered with another request's result", effect, answer);
        }
    }

    private void checkSame(Map<String, Event> lives, Event answer) {
        Event known = lives.putIfAbsent(answer.text("s"), answer);
        boolean same = known == null
                || (answer.find("h") != null ? known.sharesWith(answer, "h") : known.sharesWith(answer, "f"));
        if (!same && known != null) {
            verdicts.violated(Rule.ANSWERS_ARE_IDENTICAL, "two answers differ", known, answer);
        }
    }
}
