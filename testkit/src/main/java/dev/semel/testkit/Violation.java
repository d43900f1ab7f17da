package dev.semel.testkit;

import dev.semel.store.RecordId;

/**
 * A rule that did not hold.
 *
 * @param rule which one
 * @param id of which record
 * @param what happened
 */
public record Violation(Rule rule, RecordId id, String what) {

    /** The rules that a history is judged by. */
    public enum Rule {
        /** A claim of one epoch was granted to one owner only. */
        ONE_OWNER_PER_EPOCH,
        /** The epoch of a record only grows. */
        EPOCH_GROWS,
        /** Nobody takes a record from an owner whose lease is live. */
        LEASE_IS_EXCLUSIVE,
        /** An owner that has lost its lease changes nothing. */
        LOST_LEASE_WRITES_NOTHING,
        /** Nobody writes under a token that was given to somebody else. */
        TOKEN_IS_ITS_OWNERS,
        /** A claim that is sent again is recognised: one never takes oneself for a stranger. */
        OWN_CLAIM_IS_RECOGNISED,
        /**
         * What is settled or released stays so until its retention is over, and what is in doubt until somebody settles it. Only a first attempt
         * may have its record forgotten.
         */
        NOTHING_IS_FORGOTTEN,
        /** A record that was forgotten counts as absent: the next claim is a first attempt, whatever it asks for. */
        FORGOTTEN_IS_ABSENT,
        /** Nothing is replayed that isn't settled, or whose retention is over. */
        ONLY_SETTLED_IS_REPLAYED,
        /** Work runs under a claim. */
        RUN_NEEDS_A_CLAIM,
        /** Work runs once under one claim. */
        ONE_RUN_PER_CLAIM,
        /** What an abandoned attempt did must be known before another one runs, where the policy is to hold. */
        HELD_NEVER_RUNS_AGAIN,
        /** A reconciler rules out that an abandoned attempt took effect before another one runs, where the policy is to reconcile. */
        ASKED_BEFORE_RUN_AGAIN,
        /** A record whose last attempt never started, on a node that lives, is given back: it does not stay in doubt. */
        NOT_RUN_IS_GIVEN_BACK,
        /** The result is stored before the caller gets it. */
        STORED_BEFORE_ANSWERED,
        /** All answers are the same to the byte until the retention is over. */
        ANSWERS_ARE_IDENTICAL,
        /** What is stored is what a run of this very record gave. */
        RESULT_IS_OF_THIS_RECORD,
        /** Another fingerprint neither runs nor gets an answer. */
        FINGERPRINT_IS_KEPT_APART
    }

    @Override
    public String toString() {
        return rule + " " + id + ": " + what;
    }
}
