package dev.semel.testkit.history.rules;

import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;

/** All rules about one record, and about the results that callers get for it. */
public final class RecordRules {
    private RecordRules() {}

    /** Judges a record that is claimed with a lease. */
    public static void check(Story story, Times times, Promises terms, Story.Verdicts verdicts) {
        new OwnerRules(story, times, verdicts).check();
        new LeaseRules(story, times, terms, verdicts).check();
        new ResultRules(story, times, terms, verdicts).check();
        new RefusalRules(story, terms, verdicts).check();
        new ForgettingRules(story, times, verdicts).check();
        new EffectRules(story, times, terms, verdicts).check();
    }

    /** Judges only the results that callers get, since a transaction shows nothing else. */
    public static void checkAnswers(Story story, Promises terms, Story.Verdicts verdicts) {
        new AnswerRules(story, terms, verdicts).check();
    }

    /** Returns how many effects came from overtaken owners. A lease cannot prevent those. */
    public static long lateEffects(Story story) {
        return EffectRules.lateEffects(story);
    }
}
