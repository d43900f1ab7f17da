package dev.semel.model;

import dev.semel.store.ReleaseAs;
import dev.semel.testkit.history.Rule;
import dev.semel.testkit.mutant.Mutant;

/**
 * The answers of a store to messages, as the contract of {@code Store} defines them. Every method is one atomic step and says what it answers: what was
 * granted, applied, or refused.
 */
final class ModelRecords {
    /** The result of a claim. */
    enum Answer {
        CLAIMED,
        BUSY,
        SETTLED,
        IN_DOUBT
    }

    private static final int MOST_EPOCHS = 3;

    private final ModelPolicy[] policies;
    private final Mutant flaw;
    private final Rules rules;
    private final Witness witness;

    ModelRecords(ModelPolicy[] policies, Mutant flaw, Rules rules, Witness witness) {
        this.policies = policies;
        this.flaw = flaw;
        this.rules = rules;
        this.witness = witness;
    }

    Answer claim(State state, int key, int nonce) {
        Answer answer = decide(state, key, nonce);
        witness.claim(state, key, nonce, answer);
        return answer;
    }

    private Answer decide(State state, int key, int nonce) {
        int now = state.key(key, Slot.STATE);
        boolean mine = state.key(key, Slot.NONCE) == nonce;
        boolean over = state.key(key, Slot.LEASE_OVER) == 1;
        boolean takesOver = policies[key] != ModelPolicy.HOLD || flaw == Mutant.IGNORES_HOLD;
        if (now == State.ABSENT || now == State.EXPIRED || now == State.RELEASED) {
            grant(state, key, nonce, false);
        } else if (now == State.COMPLETED) {
            return Answer.SETTLED;
        } else if (mine && flaw != Mutant.IGNORES_NONCE) {
            state.key(key, Slot.LEASE_OVER, 0);
        } else if (over && takesOver) {
            grant(state, key, nonce, true);
        } else if (over) {
            return refuse(mine, Answer.IN_DOUBT);
        } else if (flaw == Mutant.TAKES_OVER_LIVE_LEASE) {
            grant(state, key, nonce, true);
        } else {
            return refuse(mine, Answer.BUSY);
        }
        return Answer.CLAIMED;
    }

    private Answer refuse(boolean mine, Answer answer) {
        rules.require(!mine, Rule.OWN_CLAIM_IS_RECOGNISED);
        return answer;
    }

    /** Returns whether the epoch is beyond what the model explores: later ones show nothing new. */
    static boolean isBeyond(State state, int key) {
        return state.key(key, Slot.EPOCH) >= MOST_EPOCHS;
    }

    private void grant(State state, int key, int nonce, boolean tookOver) {
        boolean live = state.key(key, Slot.STATE) == State.IN_PROGRESS && state.key(key, Slot.LEASE_OVER) == 0;
        rules.require(!live, Rule.LEASE_IS_EXCLUSIVE);
        int before = state.key(key, Slot.STATE);
        witness.grant(key, before == State.ABSENT || before == State.EXPIRED);
        int epoch = state.key(key, Slot.EPOCH);
        boolean keeps = flaw == Mutant.TAKES_OVER_WITHOUT_EPOCH && tookOver;
        state.key(key, Slot.STATE, State.IN_PROGRESS);
        state.key(key, Slot.EPOCH, keeps ? epoch : epoch + 1);
        state.key(key, Slot.NONCE, nonce);
        state.key(key, Slot.LEASE_OVER, 0);
        state.key(key, Slot.TOOK_OVER, tookOver && flaw != Mutant.FORGETS_TAKEOVER ? 1 : 0);
        state.key(key, Slot.RESULT, Slot.NONE);
    }

    private static boolean isToken(State state, int key, int nonce, int epoch) {
        return state.key(key, Slot.NONCE) == nonce && state.key(key, Slot.EPOCH) == epoch;
    }

    boolean renew(State state, int key, int nonce, int epoch) {
        boolean inProgress = state.key(key, Slot.STATE) == State.IN_PROGRESS;
        boolean may = isToken(state, key, nonce, epoch) || flaw == Mutant.RENEWS_WITHOUT_TOKEN;
        if (inProgress && may) {
            rules.writtenBy(state, key, nonce, epoch);
            state.key(key, Slot.LEASE_OVER, 0);
        }
        return witness.renew(key, nonce, epoch, inProgress && may);
    }

    boolean settle(State state, int key, int nonce, int epoch, int value) {
        boolean applied = isSettled(state, key, nonce, epoch, value);
        witness.settle(key, nonce, epoch, value, Rules.isEffect(state, value), applied);
        return applied;
    }

    private boolean isSettled(State state, int key, int nonce, int epoch, int value) {
        int now = state.key(key, Slot.STATE);
        boolean byEpoch = flaw == Mutant.SETTLES_BY_EPOCH && state.key(key, Slot.EPOCH) == epoch;
        boolean may = isToken(state, key, nonce, epoch) || flaw == Mutant.SETTLES_WITHOUT_TOKEN || byEpoch;
        if (now == State.COMPLETED && isToken(state, key, nonce, epoch)) {
            return true;
        }
        boolean applies =
                may && (now == State.IN_PROGRESS || (now == State.COMPLETED && flaw == Mutant.SETTLES_WITHOUT_TOKEN));
        if (applies) {
            rules.writtenBy(state, key, nonce, epoch);
            rules.settled(state, key, value);
            state.key(key, Slot.STATE, State.COMPLETED);
            state.key(key, Slot.RESULT, value);
            state.key(key, Slot.LEASE_OVER, 0);
        }
        return applies;
    }

    boolean release(State state, int key, int nonce, int epoch) {
        int now = state.key(key, Slot.STATE);
        boolean token = isToken(state, key, nonce, epoch);
        if (now == State.IN_PROGRESS && (token || flaw == Mutant.RELEASES_WITHOUT_TOKEN)) {
            rules.writtenBy(state, key, nonce, epoch);
            state.key(key, Slot.STATE, State.RELEASED);
            state.key(key, Slot.LEASE_OVER, 0);
            state.key(key, Slot.TOOK_OVER, 0);
            return witness.release(key, nonce, epoch, ReleaseAs.RUNNABLE, true);
        }
        return witness.release(key, nonce, epoch, ReleaseAs.RUNNABLE, now == State.RELEASED && token);
    }

    boolean abandon(State state, int key, int nonce, int epoch) {
        boolean applies = state.key(key, Slot.STATE) == State.IN_PROGRESS && isToken(state, key, nonce, epoch);
        if (applies) {
            state.key(key, Slot.LEASE_OVER, 1);
        }
        return witness.release(key, nonce, epoch, ReleaseAs.ABANDONED, applies);
    }
}
