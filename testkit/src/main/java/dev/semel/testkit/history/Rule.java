package dev.semel.testkit.history;

/** The rules that a history is judged by. */
public enum Rule {
    /** Each epoch of a record is granted to one owner only. */
    ONE_OWNER_PER_EPOCH,
    /** The epoch of a record only grows. */
    EPOCH_GROWS,
    /** No claim takes over, or is answered as in doubt, while the owner's lease is live. */
    LEASE_IS_EXCLUSIVE,
    /** A lease that is not renewed ends in time. */
    LEASE_ENDS,
    /** A record that its owner has released as runnable is not busy and not in doubt. */
    RELEASED_IS_FREE,
    /** An owner that has lost its lease changes nothing. */
    LOST_LEASE_WRITES_NOTHING,
    /** A write of an owner is refused only if another owner may have claimed, or if the owner has ended its lease. */
    REFUSED_FOR_A_REASON,
    /** The owner of a record, and each sender of a write, has sent a claim for it. */
    OWNER_HAS_ASKED,
    /** While work runs, its lease is renewed. */
    LEASES_ARE_RENEWED,
    /** A write of an owner is never refused because memory is full: its work runs or has run. */
    OWNERS_NEED_NO_MEMORY,
    /** A claim that is sent again is recognised. */
    OWN_CLAIM_IS_RECOGNISED,
    /** A record stays until its retention ends, and a settled record stays settled. Only a first attempt may be forgotten. */
    NOTHING_IS_FORGOTTEN,
    /** A forgotten record counts as absent: the next claim is a first attempt, with any fingerprint. */
    FORGOTTEN_IS_ABSENT,
    /** Only settled results are replayed. */
    ONLY_SETTLED_IS_REPLAYED,
    /** No result is replayed after its retention. */
    REPLAY_ENDS,
    /** All answers are byte-identical until the retention ends. */
    ANSWERS_ARE_IDENTICAL,
    /** A result is stored before any caller gets it. */
    STORED_BEFORE_ANSWERED,
    /** A result of any size is stored, or the record shows that it could not be kept. */
    RESULT_IS_KEPT,
    /** A stored result was produced by a run of the same record. */
    RESULT_IS_OF_THIS_RECORD,
    /** A different request under the same key neither runs nor gets a result. */
    FINGERPRINT_IS_KEPT_APART,
    /** A request that has not arrived completely claims nothing. */
    WHOLE_REQUESTS_ONLY,
    /** Each effect has a claim. */
    EFFECT_NEEDS_A_CLAIM,
    /** Each claim has at most one effect. */
    ONE_EFFECT_PER_EPOCH,
    /** Each answered result took effect, for the same operation, scope and key. */
    NO_ANSWER_WITHOUT_EFFECT,
    /** Where the policy is to hold, nothing runs after an attempt whose effect is unknown. */
    HELD_NEVER_RUNS_AGAIN,
    /** Where the policy is to reconcile, nothing runs again until a reconciler has ruled out an effect. */
    ASKED_BEFORE_RUN_AGAIN,
    /** A record whose last attempt never started is released, and does not stay in doubt, unless its node has crashed. */
    NOT_RUN_IS_GIVEN_BACK,
    /** Nothing runs without protection. */
    FAILS_CLOSED,
    /** In a transaction there is at most one effect until the retention ends. */
    ONE_EFFECT_PER_RETENTION,
    /** The effects of a transaction that was rolled back are gone. */
    ROLLED_BACK_IS_GONE,
    /** A count contains each acknowledged increment once, and no increment that no client sent. */
    COUNTS_ARE_EXACT,
    /** An increment under a key counts once, and gets the first answer again. */
    COUNTED_ONCE,
    /** A count does not pass its limit, and no increment is refused that would have fitted. */
    LIMIT_HOLDS,
    /** A count never returns to an older window. */
    WINDOW_GOES_ON,
    /** Every key is answered some time after the last fault. */
    EVERY_KEY_SETTLES,
    /** Every call returns while its process lives. */
    EVERY_CALL_RETURNS,
    /** While a pool has no connection, any number of callers is answered within a few time-outs of the pool. */
    DRY_POOL_IS_NO_QUEUE,
    /** Callers get only documented outcomes. */
    NOTHING_UNEXPECTED,
    /** Counters that are counted together change all or none, and so do those that are taken back. */
    COUNTED_TOGETHER;

    /**
     * Returns whether a store breaks this rule by forgetting writes that it has acknowledged, as Redis may at a failover. Forgotten epochs are
     * granted again. A key whose record is forgotten can be used by a different request, for which a reconciler may find the effect of the
     * first.
     */
    public boolean dependsOnMemory() {
        return switch (this) {
            case NO_ANSWER_WITHOUT_EFFECT,
                    WHOLE_REQUESTS_ONLY,
                    OWNER_HAS_ASKED,
                    EFFECT_NEEDS_A_CLAIM,
                    FAILS_CLOSED,
                    REPLAY_ENDS,
                    // judged by what workers recorded before and after they called the store
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
