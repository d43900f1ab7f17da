package dev.semel.model;

import dev.semel.testkit.mutant.Mutant;
import java.util.function.Consumer;

/**
 * All that can happen next. A message is applied and answered, or applied and its answer lost, or lost itself, which changes nothing; its owner may
 * give it up and send it again while it is still under way. An owner may die at any moment, and times may run out at any moment.
 */
final class Steps {
    private final ModelPolicy[] policies;
    private final Mutant flaw;
    private final Rules rules;
    private final ModelRecords records;
    private final Witness witness;

    Steps(ModelPolicy[] policies, Mutant flaw, Witness witness) {
        this.policies = policies;
        this.flaw = flaw;
        this.witness = witness;
        this.rules = new Rules(policies, witness);
        this.records = new ModelRecords(policies, flaw, rules, witness);
    }

    /** Hands over every state that can come next. */
    void from(State state, Consumer<State> next) {
        Consumer<State> checked = after -> {
            rules.checkStep(state, after);
            rules.check(after);
            next.accept(after);
        };
        for (int key = 0; key < Slot.KEYS; key++) {
            timePasses(state, key, checked);
        }
        for (int owner = 0; owner < Slot.OWNERS; owner++) {
            ofOwner(state, owner, checked);
        }
        int late = state.get(Slot.LATE);
        boolean beyond = late == State.CLAIM && ModelRecords.isBeyond(state, state.get(Slot.LATE_KEY));
        if (late != 0 && late != State.SPENT && !beyond) {
            State arrived = state.copy();
            arrive(arrived);
            checked.accept(arrived);
        }
    }

    private void timePasses(State state, int key, Consumer<State> next) {
        int now = state.key(key, Slot.STATE);
        boolean over = state.key(key, Slot.LEASE_OVER) == 1;
        if (now == State.IN_PROGRESS && !over) {
            State after = state.copy();
            after.key(key, Slot.LEASE_OVER, 1);
            witness.timePasses(key, false);
            next.accept(after);
        }
        boolean forgettable = now == State.COMPLETED
                || now == State.RELEASED
                || (now == State.IN_PROGRESS && over && policies[key] == ModelPolicy.RUN_AGAIN);
        if (forgettable && state.key(key, Slot.LIFE) == 0) {
            State after = state.copy();
            after.key(key, Slot.STATE, State.EXPIRED);
            after.key(key, Slot.LEASE_OVER, 0);
            after.key(key, Slot.LIFE, 1);
            after.key(key, Slot.SETTLED, Slot.NONE);
            witness.timePasses(key, true);
            next.accept(after);
        }
        if (now == State.EXPIRED || (now == State.COMPLETED && flaw == Mutant.PURGES_WITHOUT_TIME)) {
            State after = state.copy();
            after.clear(key);
            next.accept(after);
        }
    }

    private void ofOwner(State state, int owner, Consumer<State> next) {
        int phase = state.owner(owner, Slot.PHASE);
        if (phase == State.WAITING) {
            begin(state, owner, next);
        }
        if (phase == State.WAITING || phase == State.GONE) {
            return;
        }
        State dead = state.copy();
        dead.end(owner);
        next.accept(dead);
        int message = messageOf(phase);
        if (message != 0) {
            delay(state, owner, message, next);
        }
        switch (phase) {
            case State.CLAIMING -> {
                if (!ModelRecords.isBeyond(state, state.owner(owner, Slot.KEY))) {
                    claim(state, owner, next);
                }
            }
            case State.ASKING -> ask(state, owner, next);
            case State.OWNING -> work(state, owner, next);
            case State.SETTLING -> settle(state, owner, next);
            default -> release(state, owner, phase, next);
        }
    }

    private static int messageOf(int phase) {
        return switch (phase) {
            case State.CLAIMING -> State.CLAIM;
            case State.OWNING -> State.RENEW;
            case State.SETTLING -> State.SETTLE;
            case State.RELEASING -> State.RELEASE;
            case State.ABANDONING -> State.ABANDON;
            default -> 0;
        };
    }

    private static void begin(State state, int owner, Consumer<State> next) {
        for (int key = 0; key < Slot.KEYS; key++) {
            State after = state.copy();
            after.owner(owner, Slot.KEY, key);
            after.owner(owner, Slot.PHASE, State.CLAIMING);
            next.accept(after);
        }
    }

    /** Delays a message, whose owner sends it again or does something else meanwhile. */
    private static void delay(State state, int owner, int message, Consumer<State> next) {
        if (state.get(Slot.LATE) == 0) {
            State after = state.copy();
            after.late(message, state.owner(owner, Slot.KEY), owner, state.owner(owner, Slot.VALUE));
            next.accept(after);
        }
    }

    /** Delivers a late message, for whose answer no owner waits. */
    private void arrive(State state) {
        int key = state.get(Slot.LATE_KEY);
        int nonce = state.get(Slot.LATE_NONCE);
        switch (state.get(Slot.LATE)) {
            case State.CLAIM -> records.claim(state, key, nonce);
            case State.RENEW -> records.renew(state, key, nonce, state.owner(nonce, Slot.GRANTED_EPOCH));
            case State.SETTLE ->
                records.settle(state, key, nonce, state.owner(nonce, Slot.GRANTED_EPOCH), state.get(Slot.LATE_VALUE));
            case State.RELEASE -> records.release(state, key, nonce, state.owner(nonce, Slot.GRANTED_EPOCH));
            default -> records.abandon(state, key, nonce, state.owner(nonce, Slot.GRANTED_EPOCH));
        }
        state.late(State.SPENT, 0, Slot.NONE, Slot.NONE);
        if (state.owner(nonce, Slot.PHASE) == State.GONE) {
            state.end(nonce);
        }
    }

    private void claim(State state, int owner, Consumer<State> next) {
        int key = state.owner(owner, Slot.KEY);
        State unheard = state.copy();
        records.claim(unheard, key, owner);
        next.accept(unheard);
        State after = state.copy();
        switch (records.claim(after, key, owner)) {
            case CLAIMED -> owned(after, owner, key);
            case SETTLED -> {
                rules.answered(after, key, after.key(key, Slot.RESULT));
                after.end(owner);
            }
            default -> after.end(owner);
        }
        next.accept(after);
        if (flaw == Mutant.GUESSES_CLAIMED) {
            State guessed = state.copy();
            rules.granted(guessed, key, owner, Math.max(1, guessed.key(key, Slot.EPOCH)));
            guessed.owner(owner, Slot.PHASE, State.OWNING);
            next.accept(guessed);
        }
    }

    private void owned(State state, int owner, int key) {
        rules.granted(state, key, owner, state.key(key, Slot.EPOCH));
        boolean asks = policies[key] == ModelPolicy.RECONCILE && state.key(key, Slot.TOOK_OVER) == 1;
        state.owner(owner, Slot.PHASE, asks ? State.ASKING : State.OWNING);
    }

    /** Asks the reconciler, which knows of every effect so far, and may also give no verdict. */
    private void ask(State state, int owner, Consumer<State> next) {
        int key = state.owner(owner, Slot.KEY);
        int happened = Rules.effectOf(state, key, state.owner(owner, Slot.GRANTED_LIFE), owner);
        State after = state.copy();
        after.owner(owner, Slot.PHASE, happened == Slot.NONE ? State.OWNING : State.SETTLING);
        after.owner(owner, Slot.VALUE, happened);
        after.owner(owner, Slot.ASKED, 1);
        if (happened == Slot.NONE) {
            witness.ruledOut(key, owner);
        }
        next.accept(after);
        State unclear = state.copy();
        unclear.owner(owner, Slot.PHASE, State.ABANDONING);
        next.accept(unclear);
    }

    private void work(State state, int owner, Consumer<State> next) {
        int key = state.owner(owner, Slot.KEY);
        State renewed = state.copy();
        if (!records.renew(renewed, key, owner, renewed.owner(owner, Slot.GRANTED_EPOCH))) {
            renewed.end(owner);
        }
        next.accept(renewed);
        State done = state.copy();
        rules.effect(done, key, owner);
        done.owner(owner, Slot.PHASE, State.SETTLING);
        done.owner(owner, Slot.VALUE, owner);
        next.accept(done);
        State unclear = state.copy();
        rules.effect(unclear, key, owner);
        witness.leftOpen(key, owner);
        unclear.owner(owner, Slot.PHASE, State.ABANDONING);
        next.accept(unclear);
        State failed = state.copy();
        boolean askAgain = state.owner(owner, Slot.ASKED) == 1 && flaw != Mutant.FREES_WHAT_WAS_ASKED_FOR;
        failed.owner(owner, Slot.PHASE, askAgain ? State.ABANDONING : State.RELEASING);
        next.accept(failed);
        if (policies[key] == ModelPolicy.RUN_AGAIN) {
            State declined = state.copy();
            declined.owner(owner, Slot.EFFECT, State.FAILED);
            declined.owner(owner, Slot.PHASE, State.SETTLING);
            declined.owner(owner, Slot.VALUE, owner);
            next.accept(declined);
        }
    }

    private void settle(State state, int owner, Consumer<State> next) {
        int key = state.owner(owner, Slot.KEY);
        int value = state.owner(owner, Slot.VALUE);
        State unheard = state.copy();
        records.settle(unheard, key, owner, unheard.owner(owner, Slot.GRANTED_EPOCH), value);
        next.accept(unheard);
        State after = state.copy();
        boolean anyway = flaw == Mutant.GIVES_UNSTORED_FAILURE && state.owner(owner, Slot.EFFECT) == State.FAILED;
        if (flaw == Mutant.ANSWERS_BEFORE_STORING
                || anyway
                || records.settle(after, key, owner, after.owner(owner, Slot.GRANTED_EPOCH), value)) {
            rules.answered(after, key, value);
        }
        after.end(owner);
        next.accept(after);
    }

    private void release(State state, int owner, int phase, Consumer<State> next) {
        int key = state.owner(owner, Slot.KEY);
        int epoch = state.owner(owner, Slot.GRANTED_EPOCH);
        Consumer<State> send = phase == State.RELEASING
                ? after -> records.release(after, key, owner, epoch)
                : after -> records.abandon(after, key, owner, epoch);
        State unheard = state.copy();
        send.accept(unheard);
        next.accept(unheard);
        State after = state.copy();
        send.accept(after);
        after.end(owner);
        next.accept(after);
    }
}
