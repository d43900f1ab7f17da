package dev.semel.testkit.history;

/** All rules about one record that is claimed, and what callers are given for it. */
public final class RecordRules {
    private RecordRules() {}

    /** Judges a record that is claimed with a lease. */
    public static void check(Story story, Times times, Terms terms, Story.Verdicts verdicts) {
        new OwnerRules(story, times, verdicts).check();
        new LeaseRules(story, times, terms, verdicts).check();
        new ResultRules(story, times, terms, verdicts).check();
        new RefusalRules(story, terms, verdicts).check();
        new ForgettingRules(story, times, verdicts).check();
        new EffectRules(story, times, terms, verdicts).check();
    }

    /** Judges only what callers are given: in a transaction nothing else is seen. */
    public static void checkAnswers(Story story, Terms terms, Story.Verdicts verdicts) {
        new AnswerRules(story, terms, verdicts).check();
    }

    /** How many effects came from owners that had been overtaken: nobody can prevent those where records are claimed with a lease. */
    public static long lateEffects(Story story) {
        return EffectRules.lateEffects(story);
    }
}
