package dev.semel.testkit.history;

/** What a history is judged by. */
public enum Rule {
    /** A claim of one epoch was granted to one owner only. */
    ONE_OWNER_PER_EPOCH,
    /** The epoch of a record only grows. */
    EPOCH_GROWS,
    /** Nobody takes a record from an owner whose lease is live, and nobody is told that it was in doubt. */
    LEASE_IS_EXCLUSIVE,
    /** A lease that is not renewed is over in time. */
    LEASE_ENDS,
    /** What its owner has released as free to run is held up by nobody. */
    RELEASED_IS_FREE,
    /** An owner that has lost its lease changes nothing. */
    LOST_LEASE_WRITES_NOTHING,
    /** An owner is refused only if another one may have come, or if it has ended its lease itself. */
    REFUSED_FOR_A_REASON,
    /** Whoever owns a record or writes to it has asked for it. */
    OWNER_HAS_ASKED,
    /** While work runs, its lease is renewed. */
    LEASES_ARE_RENEWED,
    /** An owner is never refused for want of memory: its work runs or has run. */
    OWNERS_NEED_NO_MEMORY,
    /** A claim that is sent again is recognised. */
    OWN_CLAIM_IS_RECOGNISED,
    /** A record stays until its retention is over, and what is settled stays settled. Only a first attempt may have its record forgotten. */
    NOTHING_IS_FORGOTTEN,
    /** A record that was forgotten counts as absent: the next claim is a first attempt, whatever it asks for. */
    FORGOTTEN_IS_ABSENT,
    /** Nothing is replayed that was not settled. */
    ONLY_SETTLED_IS_REPLAYED,
    /** Nothing is replayed when its retention is over. */
    REPLAY_ENDS,
    /** All answers are the same to the byte until the retention is over. */
    ANSWERS_ARE_IDENTICAL,
    /** The result is stored before the caller gets it. */
    STORED_BEFORE_ANSWERED,
    /** A result is stored, or the record says that it could not be kept, whatever its size. */
    RESULT_IS_KEPT,
    /** What is stored is what a run of this very record gave. */
    RESULT_IS_OF_THIS_RECORD,
    /** Another request under the same key neither runs nor gets an answer. */
    FINGERPRINT_IS_KEPT_APART,
    /** A request that has not arrived as a whole claims nothing. */
    WHOLE_REQUESTS_ONLY,
    /** There is an effect under a claim only. */
    EFFECT_NEEDS_A_CLAIM,
    /** One claim has one effect at most. */
    ONE_EFFECT_PER_EPOCH,
    /** What was answered took effect, for this very operation, scope and key. */
    NO_ANSWER_WITHOUT_EFFECT,
    /** Where the policy is to hold, nothing runs after an attempt of which nobody knows what it did. */
    HELD_NEVER_RUNS_AGAIN,
    /** Where the policy is to reconcile, it is ruled out that anything happened before it runs again. */
    ASKED_BEFORE_RUN_AGAIN,
    /** A record whose last attempt never started, on a node that lives, is given back: it does not stay in doubt. */
    NOT_RUN_IS_GIVEN_BACK,
    /** Nothing runs without protection. */
    FAILS_CLOSED,
    /** In a transaction there is one effect at most until the retention is over. */
    ONE_EFFECT_PER_RETENTION,
    /** What was rolled back is gone. */
    ROLLED_BACK_IS_GONE,
    /** A count has every increment that was acknowledged once, and nothing that nobody asked for. */
    COUNTS_ARE_EXACT,
    /** An increment under a key gets the first answer. */
    COUNTED_ONCE,
    /** A count does not pass its limit, and nothing is refused that would have fitted. */
    LIMIT_HOLDS,
    /** A window never goes back. */
    WINDOW_GOES_ON,
    /** Every key has an answer some time after the last fault. */
    EVERY_KEY_SETTLES,
    /** Every call comes to an end while its process lives. */
    EVERY_CALL_RETURNS,
    /** While a pool gives no connection, whoever asks for one is answered within some time-outs of the pool, however many ask. */
    DRY_POOL_IS_NO_QUEUE,
    /** Callers get what is documented, and nothing else. */
    NOTHING_UNEXPECTED,
    /** What is counted together is counted in all counters or in none, and so is what is taken back. */
    COUNTED_TOGETHER;

    /**
     * Whether a store that forgets what it has acknowledged, as Redis may at a failover, breaks it by that. Forgotten epochs are given again, and a key
     * whose record is forgotten is free for another request, for which a reconciler may find the effect of the first.
     */
    public boolean dependsOnMemory() {
        return switch (this) {
            case NO_ANSWER_WITHOUT_EFFECT,
                    WHOLE_REQUESTS_ONLY,
                    OWNER_HAS_ASKED,
                    EFFECT_NEEDS_A_CLAIM,
                    FAILS_CLOSED,
                    REPLAY_ENDS,
                    // Judged by what workers wrote down before and after they asked the store.
                    STORED_BEFORE_ANSWERED,
                    ONLY_SETTLED_IS_REPLAYED,
                    OWN_CLAIM_IS_RECOGNISED,
                    EVERY_KEY_SETTLES,
                    EVERY_CALL_RETURNS,
                    LEASES_ARE_RENEWED,
                    OWNERS_NEED_NO_MEMORY,
                    DRY_POOL_IS_NO_QUEUE,
                    RESULT_IS_KEPT,
                    NOTHING_UNEXPECTED -> false;
            default -> true;
        };
    }
}
