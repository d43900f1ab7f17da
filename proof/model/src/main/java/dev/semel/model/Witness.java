package dev.semel.model;

import dev.semel.store.ReleaseAs;
import dev.semel.testkit.history.Rule;

/** Sees what happens in a step of the model, as a recorder right around the store and one beside the work would. */
class Witness {

    /** Receives a rule of the model that does not hold. */
    void broken(Rule rule) {
        throw new Rules.Broken(rule);
    }

    /** Receives the end of a lease or a retention. */
    void timePasses(int key, boolean retention) {}

    /** Receives a new owner of a record; {@code created} if it was absent. */
    void grant(int key, boolean created) {}

    /** Receives the answer to a claim; {@code state} is that after it. */
    void claim(State state, int key, int nonce, ModelRecords.Answer answer) {}

    boolean renew(int key, int nonce, int epoch, boolean applied) {
        return applied;
    }

    void settle(int key, int nonce, int epoch, int value, boolean isEffect, boolean applied) {}

    boolean release(int key, int nonce, int epoch, ReleaseAs as, boolean applied) {
        return applied;
    }

    /** Receives an owner that learns that its claim was granted. */
    void granted(int key, int nonce) {}

    /** Receives an effect of the work of an owner. */
    void effect(int key, int nonce) {}

    /** Receives the end of an owner's work whose effect is unknown. */
    void leftOpen(int key, int nonce) {}

    /** Receives the verdict of a reconciler that nothing happened. */
    void ruledOut(int key, int nonce) {}

    /** Receives a result that a caller gets. */
    void answered(int key, int value, boolean isEffect) {}
}
