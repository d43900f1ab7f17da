package dev.semel.model;

import dev.semel.testkit.history.Rule;
import dev.semel.testkit.mutant.Mutant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tries everything: goes from the first state to all that can come next, until there is nothing new or a rule is broken.
 *
 * @param states how many there are
 * @param steps how many ways lead from one to another
 * @param broken the rule that does not hold; {@code null} if all do
 */
public record Exploration(int states, long steps, @Nullable Rule broken) {

    /**
     * Explores the model.
     *
     * @param flaw what is broken on purpose
     * @param policies one for each of the two keys
     */
    public static Exploration of(Mutant flaw, ModelPolicy... policies) {
        Steps all = new Steps(policies, flaw, new Witness());
        StateSet seen = new StateSet();
        Deque<long[]> open = new ArrayDeque<>();
        long[] steps = new long[1];
        visit(State.first(), seen, open);
        try {
            while (!open.isEmpty()) {
                long[] packed = open.poll();
                all.from(State.unpack(packed[0], packed[1]), next -> {
                    steps[0]++;
                    visit(next, seen, open);
                });
            }
        } catch (Rules.Broken e) {
            return new Exploration(seen.size(), steps[0], e.rule());
        }
        return new Exploration(seen.size(), steps[0], null);
    }

    /** Returns the rule that a flaw breaks, in one of the pairs of policies in which nothing is broken without it. */
    public static Optional<Rule> find(Mutant flaw) {
        return Stream.of(
                        of(flaw, ModelPolicy.HOLD, ModelPolicy.RECONCILE),
                        of(flaw, ModelPolicy.RUN_AGAIN, ModelPolicy.HOLD))
                .map(Exploration::broken)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static void visit(State state, StateSet seen, Deque<long[]> open) {
        long[] packed = new long[2];
        state.inOrder().pack(packed);
        if (seen.add(packed[0], packed[1])) {
            open.add(packed);
        }
    }
}
