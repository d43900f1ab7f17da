package dev.semel;

import dev.semel.Reconciler.Verdict;
import org.jspecify.annotations.Nullable;

/** Asks a reconciler and says what its verdict comes to. */
final class Reconciliation {

    private Reconciliation() {}

    static <T extends @Nullable Object> Verdict<T> ask(Reconciler<T> reconciler, Ownership<T> ownership) {
        Verdict<T> verdict = reconciler.reconcile(ownership);
        if (verdict == null) {
            throw new IllegalStateException(
                    "the reconciler of " + ownership.id().operation()
                            + " returned null; return Verdict.happened(result), didNotHappen() or cannotTell()");
        }
        return verdict;
    }

    /** How the call ends without the work; {@code null} if the work has to run. */
    static <T extends @Nullable Object> Step.@Nullable Phase<Outcome<T>> act(
            Ownership<T> ownership, Verdict<T> verdict) {
        if (verdict instanceof Verdict.Happened<T> happened) {
            return ownership.happened(happened.result());
        } else if (verdict instanceof Verdict.CannotTell) {
            return ownership.cannotTell();
        }
        ownership.didNotHappen();
        return null;
    }
}
