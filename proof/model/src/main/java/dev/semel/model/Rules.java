package dev.semel.model;

import dev.semel.testkit.history.Rule;

/** The conditions that must hold in every state and at every step, judged by what happened and not by its cause. */
final class Rules {
    private final ModelPolicy[] policies;
    private final Witness witness;

    Rules(ModelPolicy[] policies, Witness witness) {
        this.policies = policies;
        this.witness = witness;
    }

    /** A rule that does not hold. */
    static final class Broken extends RuntimeException {
        private final Rule rule;

        Broken(Rule rule) {
            super(rule.name(), null, false, false);
            this.rule = rule;
        }

        Rule rule() {
            return rule;
        }
    }

    void require(boolean holds, Rule rule) {
        if (!holds) {
            witness.broken(rule);
        }
    }

    /** Checks that only the owner changes a record. */
    void writtenBy(State state, int key, int nonce, int epoch) {
        require(
                state.key(key, Slot.NONCE) == nonce && state.key(key, Slot.EPOCH) == epoch,
                Rule.LOST_LEASE_WRITES_NOTHING);
    }

    /** Checks that a life of a record has one result. */
    void settled(State state, int key, int value) {
        int known = state.key(key, Slot.SETTLED);
        require(known == Slot.NONE || known == value, Rule.ANSWERS_ARE_IDENTICAL);
        state.key(key, Slot.SETTLED, value);
    }

    /** Checks an owner that learns that its claim was granted. */
    void granted(State state, int key, int nonce, int epoch) {
        int life = state.key(key, Slot.LIFE);
        for (int other = 0; other < Slot.OWNERS; other++) {
            require(
                    other == nonce || !isOf(state, other, key, life) || state.owner(other, Slot.GRANTED_EPOCH) != epoch,
                    Rule.ONE_OWNER_PER_EPOCH);
        }
        state.owner(nonce, Slot.GRANTED_EPOCH, epoch);
        state.owner(nonce, Slot.GRANTED_LIFE, life);
        state.owner(nonce, Slot.SAW_EFFECT, effectOf(state, key, life, nonce) == Slot.NONE ? 0 : 1);
        witness.granted(key, nonce);
    }

    /** Checks an effect of the work of a call. */
    void effect(State state, int key, int nonce) {
        require(state.owner(nonce, Slot.EFFECT) == 0, Rule.ONE_EFFECT_PER_EPOCH);
        boolean careful = policies[key] != ModelPolicy.RUN_AGAIN;
        require(
                !careful || state.owner(nonce, Slot.SAW_EFFECT) == 0,
                policies[key] == ModelPolicy.HOLD ? Rule.HELD_NEVER_RUNS_AGAIN : Rule.ASKED_BEFORE_RUN_AGAIN);
        state.owner(nonce, Slot.EFFECT, State.TOOK_EFFECT);
        witness.effect(key, nonce);
    }

    /** Checks a result that a caller gets. */
    void answered(State state, int key, int value) {
        require(value != Slot.NONE && state.owner(value, Slot.EFFECT) != 0, Rule.NO_ANSWER_WITHOUT_EFFECT);
        require(state.key(key, Slot.SETTLED) == value, Rule.STORED_BEFORE_ANSWERED);
        witness.answered(key, value, isEffect(state, value));
    }

    static boolean isEffect(State state, int value) {
        return value != Slot.NONE && state.owner(value, Slot.EFFECT) == State.TOOK_EFFECT;
    }

    /** Checks what holds in every state. */
    void check(State state) {
        for (int key = 0; key < Slot.KEYS; key++) {
            int settled = state.key(key, Slot.SETTLED);
            boolean kept = state.key(key, Slot.STATE) == State.COMPLETED && state.key(key, Slot.RESULT) == settled;
            require(settled == Slot.NONE || kept, Rule.NOTHING_IS_FORGOTTEN);
        }
    }

    /** Checks that the epoch of a present record only grows, and grows with each new owner. */
    void checkStep(State before, State after) {
        for (int key = 0; key < Slot.KEYS; key++) {
            boolean there = before.key(key, Slot.STATE) != State.ABSENT && after.key(key, Slot.STATE) != State.ABSENT;
            int grown = after.key(key, Slot.EPOCH) - before.key(key, Slot.EPOCH);
            boolean newOwner = before.key(key, Slot.NONCE) != after.key(key, Slot.NONCE);
            require(!there || grown > 0 || (grown == 0 && !newOwner), Rule.EPOCH_GROWS);
        }
    }

    /** Returns a call other than {@code but} that has taken effect in this life of a key; {@link Slot#NONE} if none has. */
    static int effectOf(State state, int key, int life, int but) {
        for (int other = 0; other < Slot.OWNERS; other++) {
            if (other != but && isOf(state, other, key, life) && state.owner(other, Slot.EFFECT) == State.TOOK_EFFECT) {
                return other;
            }
        }
        return Slot.NONE;
    }

    /** Returns whether a call was granted this key in this life of it, as far as that still matters. */
    private static boolean isOf(State state, int nonce, int key, int life) {
        boolean matters =
                state.owner(nonce, Slot.GRANTED_EPOCH) > 0 || state.owner(nonce, Slot.EFFECT) == State.TOOK_EFFECT;
        return matters && state.owner(nonce, Slot.GRANTED_LIFE) == life && state.owner(nonce, Slot.KEY) == key;
    }
}
