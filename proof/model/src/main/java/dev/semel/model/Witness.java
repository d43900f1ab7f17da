package dev.semel.model;

import dev.semel.store.ReleaseAs;
import dev.semel.testkit.history.Rule;

/** Sees what happens in a step of the model, as a recorder right around the store and one beside the work would. */
class Witness {

    /** A rule of the model does not hold. */
    void broken(Rule rule) {
        throw new Rules.Broken(rule);
    }

    /** A lease of a record ends, or its retention. */
    void timePasses(int key, boolean retention) {}

    /** A record gets a new owner; {@code created} if it was absent. */
    void grant(int key, boolean created) {}

    /** A claim was answered; {@code state} is that after it. */
    void claim(State state, int key, int nonce, Records.Answer answer) {}

    boolean renew(int key, int nonce, int epoch, boolean applied) {
        return applied;
    }

    void settle(int key, int nonce, int epoch, int value, boolean isEffect, boolean applied) {}

    boolean release(int key, int nonce, int epoch, ReleaseAs as, boolean applied) {
        return applied;
    }

    /** An owner learns that its claim was granted. */
    void granted(int key, int nonce) {}

    /** The work of an owner takes effect. */
    void effect(int key, int nonce) {}

    /** The work of an owner ends, and it is unknown whether it took effect. */
    void leftOpen(int key, int nonce) {}

    /** A reconciler rules out that anything happened. */
    void ruledOut(int key, int nonce) {}

    /** A caller is given a result. */
    void answered(int key, int value, boolean isEffect) {}
}
