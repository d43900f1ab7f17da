package dev.semel.model;

import dev.semel.store.ReleaseAs;
import dev.semel.testkit.history.HistoryEvent;
import dev.semel.testkit.history.Kind;
import dev.semel.testkit.history.Promises;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.history.Story;
import dev.semel.testkit.history.Times;
import dev.semel.testkit.history.Violation;
import dev.semel.testkit.history.rules.RecordRules;
import dev.semel.testkit.mutant.Mutant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A random path through the model, written down as a history of each key, so that the rules of the test kit can judge what the model judges by its
 * states. A key has its own clock: its story is judged alone. In the story of a key that is held or reconciled there is one life, since these rules
 * look at all of it.
 */
public final class Walk {
    private static final Duration STEP = Duration.ofMillis(10);
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration RETENTION = Duration.ofDays(10);
    private static final Duration TOLERANCE = Duration.ofMillis(1);
    private static final int STEPS_AT_MOST = 60;

    /** What a walk leaves out, so that paths that need many steps of one kind are met as well. */
    private enum Pace {
        ALL,
        /** No owner dies, and no message comes late. */
        CALM,
        /** All owners call the second key. */
        CALM_ON_ONE_KEY
    }

    private final ModelPolicy[] policies;
    private final Pace pace;
    private final Scribe scribe = new Scribe();
    private final Set<Rule> broken = EnumSet.noneOf(Rule.class);

    private Walk(Pace pace, ModelPolicy... policies) {
        this.pace = pace;
        this.policies = policies;
    }

    /**
     * Walks until nothing can happen any more, or for 60 steps.
     *
     * @param flaw what is broken on purpose
     * @param policies one for each of the two keys
     */
    public static Walk of(long seed, Mutant flaw, ModelPolicy... policies) {
        Random random = new Random(seed);
        Walk walk = new Walk(Pace.values()[random.nextInt(Pace.values().length)], policies);
        Steps steps = new Steps(policies, flaw, walk.scribe);
        State state = State.first();
        for (int i = 0; i < STEPS_AT_MOST && state != null; i++) {
            state = walk.step(steps, state, random);
        }
        return walk;
    }

    private record Choice(State after, List<Runnable> notes) {}

    private @Nullable State step(Steps steps, State state, Random random) {
        List<Choice> choices = new ArrayList<>();
        steps.from(state, after -> {
            List<Runnable> notes = scribe.taken();
            if (!beginsAnotherCarefulLife(state, after) && isOfPace(state, after, notes)) {
                choices.add(new Choice(after.copy(), notes));
            }
        });
        if (choices.isEmpty()) {
            return null;
        }
        Choice choice = choices.get(random.nextInt(choices.size()));
        choice.notes.forEach(Runnable::run);
        return choice.after;
    }

    private boolean beginsAnotherCarefulLife(State before, State after) {
        for (int key = 0; key < Slot.KEYS; key++) {
            if (policies[key] != ModelPolicy.RUN_AGAIN && before.key(key, Slot.LIFE) != after.key(key, Slot.LIFE)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfPace(State before, State after, List<Runnable> notes) {
        if (pace == Pace.ALL) {
            return true;
        }
        for (int owner = 0; owner < Slot.OWNERS; owner++) {
            int phase = after.owner(owner, Slot.PHASE);
            boolean moved = before.owner(owner, Slot.PHASE) != phase;
            boolean dies = phase == State.GONE && notes.isEmpty();
            boolean strays = pace == Pace.CALM_ON_ONE_KEY
                    && phase == State.CLAIMING
                    && after.owner(owner, Slot.KEY) != Slot.KEYS - 1;
            if (moved && (dies || strays)) {
                return false;
            }
        }
        return after.get(Slot.LATE) == 0;
    }

    /** Returns the rules that the model found broken. */
    public Set<Rule> broken() {
        return broken;
    }

    /** Returns what the rules of the test kit find in the history. */
    public List<Violation> judged() {
        List<Violation> violations = new ArrayList<>();
        for (int key = 0; key < Slot.KEYS; key++) {
            Promises terms =
                    new Promises(policies[key] == ModelPolicy.HOLD, policies[key] == ModelPolicy.RECONCILE, false);
            Story story = scribe.stories[key];
            RecordRules.check(story, Times.of(LEASE, TOLERANCE, TOLERANCE), terms, story.verdicts(violations::add));
        }
        return violations;
    }

    /** Notes what a step does, and writes it down if the step is taken. */
    private final class Scribe extends Witness {
        private final Story[] stories = new Story[Slot.KEYS];
        private final long[] now = new long[Slot.KEYS];
        private final int[] life = new int[Slot.KEYS];
        private final int[] attempt = new int[Slot.KEYS];
        private final int[] lifeOf = new int[Slot.OWNERS];
        private final int[] attemptOf = new int[Slot.OWNERS];
        private List<Runnable> notes = new ArrayList<>();

        Scribe() {
            for (int key = 0; key < Slot.KEYS; key++) {
                stories[key] = new Story("key-" + key);
            }
        }

        List<Runnable> taken() {
            List<Runnable> taken = notes;
            notes = new ArrayList<>();
            return taken;
        }

        private void write(Kind kind, int key, @Nullable String node, @Nullable Object... namesAndValues) {
            now[key] += STEP.toNanos();
            stories[key].add(HistoryEvent.of(HistoryEvent.line(kind, now[key], node, "key-" + key, namesAndValues)));
        }

        private static String node(int nonce) {
            return "owner-" + nonce;
        }

        @Override
        void broken(Rule rule) {
            notes.add(() -> broken.add(rule));
        }

        @Override
        void timePasses(int key, boolean retention) {
            Duration time = (retention ? RETENTION : LEASE).multipliedBy(2);
            notes.add(() -> now[key] += time.toNanos());
        }

        @Override
        void grant(int key, boolean created) {
            notes.add(() -> {
                life[key] += created ? 1 : 0;
                attempt[key] = created ? 1 : attempt[key] + 1;
            });
        }

        @Override
        void claim(State state, int key, int nonce, ModelRecords.Answer answer) {
            boolean claimed = answer == ModelRecords.Answer.CLAIMED;
            int owner = state.key(key, Slot.NONCE);
            int epoch = state.key(key, Slot.EPOCH);
            String result = answer == ModelRecords.Answer.SETTLED ? "result-" + state.key(key, Slot.RESULT) : null;
            Integer over = claimed && state.key(key, Slot.TOOK_OVER) == 1 ? 1 : null;
            Integer stays = claimed && policies[key] != ModelPolicy.RUN_AGAIN ? 1 : null;
            notes.add(() -> {
                write(Kind.CLAIM, key, node(nonce), "n", nonce, "q", "request");
                @Nullable
                Object[] what = {
                    "n", nonce,
                    "q", "request",
                    "m", owner,
                    "e", epoch,
                    "a", attempt[key],
                    "s", life[key],
                    "r", "request",
                    "h", result,
                    "over", over,
                    "l", LEASE.toMillis(),
                    "stays", stays
                };
                write(Kind.valueOf(answer.name()), key, node(nonce), what);
            });
        }

        @Override
        boolean renew(int key, int nonce, int epoch, boolean applied) {
            Object[] what = {"n", nonce, "e", epoch, "l", LEASE.toMillis()};
            return write(Kind.RENEW, applied ? Kind.RENEWED : Kind.RENEWAL_REFUSED, key, nonce, what, applied);
        }

        @Override
        void settle(int key, int nonce, int epoch, int value, boolean isEffect, boolean applied) {
            @Nullable
            Object[] what = {
                "n", nonce, "e", epoch, "h", "result-" + value, "u", isEffect ? value : null, "ms", RETENTION.toMillis()
            };
            write(Kind.SETTLE, applied ? Kind.SETTLE_APPLIED : Kind.SETTLE_REFUSED, key, nonce, what, applied);
        }

        @Override
        boolean release(int key, int nonce, int epoch, ReleaseAs as, boolean applied) {
            Object[] what = {"n", nonce, "e", epoch, "as", as, "ms", RETENTION.toMillis()};
            return write(
                    Kind.RELEASE, applied ? Kind.RELEASE_APPLIED : Kind.RELEASE_REFUSED, key, nonce, what, applied);
        }

        private boolean write(Kind sent, Kind answered, int key, int nonce, @Nullable Object[] what, boolean applied) {
            notes.add(() -> {
                write(sent, key, node(nonce), what);
                write(answered, key, node(nonce), what);
            });
            return applied;
        }

        @Override
        void granted(int key, int nonce) {
            notes.add(() -> {
                lifeOf[nonce] = life[key];
                attemptOf[nonce] = attempt[key];
            });
        }

        private void note(Kind kind, int key, int nonce, @Nullable Object... more) {
            notes.add(() -> {
                List<@Nullable Object> all = new ArrayList<>(List.of("s", lifeOf[nonce], "a", attemptOf[nonce]));
                all.addAll(List.of(more));
                write(kind, key, node(nonce), all.toArray());
            });
        }

        @Override
        void effect(int key, int nonce) {
            note(Kind.EFFECT, key, nonce, "q", "request", "u", nonce);
            note(Kind.EFFECT_DONE, key, nonce, "u", nonce);
        }

        @Override
        void leftOpen(int key, int nonce) {
            note(Kind.LEFT_OPEN, key, nonce);
        }

        @Override
        void ruledOut(int key, int nonce) {
            note(Kind.VERDICT, key, nonce, "o", "DidNotHappen");
        }

        @Override
        void answered(int key, int value, boolean isEffect) {
            notes.add(() -> {
                @Nullable
                Object[] what = {
                    "b",
                    0,
                    "s",
                    life[key],
                    "q",
                    "request",
                    "o",
                    "Given",
                    "h",
                    "result-" + value,
                    "u",
                    isEffect ? value : null
                };
                write(Kind.ANSWER, key, null, what);
            });
        }
    }
}
