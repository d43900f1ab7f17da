package dev.semel.torture;

/** Something that is broken on purpose, in a store, an engine, a transaction or a counter, as it is in the field. */
enum Mutant {
    NONE("nothing is broken"),
    SETTLES_WITHOUT_TOKEN("a settlement names the key only"),
    RELEASES_WITHOUT_TOKEN("a release names the key only"),
    RELEASES_BY_DELETING("a release deletes the record"),
    RENEWS_WITHOUT_TOKEN("a renewal names the key only"),
    TAKES_OVER_WITHOUT_EPOCH("the epoch stays as it is when a record is taken over"),
    TAKES_OVER_LIVE_LEASE("a claim takes the record from an owner whose lease is live"),
    RENEWALS_GO_NOWHERE("a renewal is confirmed, and never sent"),
    RENEWS_WITH_MEMORY("redis", "a renewal needs memory, and is refused when memory is full"),
    MOVED_IS_ABSENT("redis-cluster", "a record that has moved to another server counts as absent"),
    ANSWERS_WITHOUT_MASTER("redis-cluster", "a settlement that no master takes counts as applied"),
    LEASE_NEVER_ENDS("a lease that is over never ends"),
    DOUBTS_LIVE_LEASE("a record is in doubt while its owner's lease is live"),
    RELEASES_GO_NOWHERE("a release is confirmed, and never sent"),
    SETTLES_WHILE_LIVE("a settlement is accepted only while the lease lasts"),
    LEASE_LASTS_TOO_LONG("a lease lasts ten times as long in the store"),
    RENEWS_RARELY("nine owners in ten do not renew their leases"),
    CLAIM_NEVER_RETURNS("one claim in 100 never returns"),
    CLAIMS_BY_OLD_READ("a claim reads, waits, and then writes what the read allowed"),
    IGNORES_HOLD("a record that is in doubt is taken over"),
    FORGETS_TAKEOVER("a claim does not tell that it has taken over, so no reconciler is asked"),
    FREES_WHAT_IS_UNCLEAR("after an unclear failure the record is free to run"),
    IGNORES_NONCE("a claim that is sent again is a stranger's"),
    IGNORES_FINGERPRINT("another request gets the stored result"),
    IGNORES_FINGERPRINT_OF_ABANDONED("another request takes over what was abandoned"),
    REPLAYS_UNSETTLED("a duplicate gets an empty answer while the first call runs"),
    REPLAYS_FOREVER("a result is replayed past its retention"),
    FORGETS_EARLY("a result is kept for a tenth of its retention"),
    PURGES_WITHOUT_TIME("the purge does not look at the time"),
    PURGES_RUNNING("the purge deletes what is in progress"),
    SCOPES_MEET("scope and key are strung together without a separator"),
    CHANGES_BYTES("a byte of the stored result is another one"),
    ANSWERS_BEFORE_STORING("the caller is answered, and the result is stored a moment later"),
    IGNORES_LOST_LEASE("a settlement that was refused counts as applied"),
    REPLAYS_UNCONFIRMED("a duplicate gets what was sent to the store, and nobody knows whether it was stored"),
    GUESSES_SETTLED("a settlement whose reply was lost counts as applied"),
    GUESSES_CLAIMED("a claim whose reply was lost counts as granted"),
    FAILS_OPEN("the operation runs without protection while the store is away"),
    BOOKS_APART("the row is committed first, and the record in a transaction of its own"),
    BOOKS_KEEP_FAILED("the row of work that failed is committed"),
    BOOKS_FORGET_EARLY("what was committed is forgotten after a tenth of a lease"),
    BOOKS_FORGET_FAILURES("a failure that is to be replayed is not stored with a transaction"),
    COUNTER_RESETS_ANYHOW("a new window is written over whatever is there"),
    COUNTER_LOSES_UPDATES("a count is read, and written a moment later"),
    COUNTER_IGNORES_KEYS("an increment under a key counts each time"),
    COUNTER_IGNORES_LIMIT("a quota is not checked"),
    COUNTER_COUNTS_REFUSED("a quota counts what it refuses"),
    COUNTER_GUESSES_LOST("an increment whose reply was lost is sent once more"),
    COUNTER_GUESSES_APPLIED("an increment whose reply was lost counts as applied"),
    TOGETHER_ONE_BY_ONE(
            "of two counters one is counted after the other, so the first stays counted if the second is refused"),
    TOGETHER_TAKES_BACK_TWICE("a take-back that is sent again takes back again"),
    TOGETHER_TAKES_BACK_HALF("of two counts only the first is taken back"),
    TOGETHER_KEEPS_KEY("what is taken back leaves its key behind"),
    COUNTER_ENDS_SESSION_EARLY("a hit renews a session for a tenth of its idle time"),
    COUNTER_RESTARTS_SESSION("a hit that comes while a session lasts begins it anew"),
    HTTP_ANSWERS_EARLY("an HTTP answer is sent before it is stored"),
    HTTP_TAKES_PARTS("an HTTP body that breaks off counts as a whole one"),
    HTTP_FREES_WHEN_CLIENT_LEAVES("the key is free as soon as its client hangs up, while the work goes on"),
    HTTP_LEAKS_PLACES("a client that hangs up keeps its place among the eight that a service has"),
    HTTP_REPLAYS_OTHER_STATUS("an HTTP replay has another status"),
    HTTP_REPLAYS_WITHOUT_BODY("an HTTP replay has no body"),
    HTTP_FORGETS_BODY("the fingerprint of an HTTP request leaves out its body"),
    RENEWS_THROUGH_DRY_POOL("postgresql", "a renewal waits for a connection of the pool that work has used up"),
    WAITS_FOR_POOL_IN_TURN("postgresql", "each call of a store waits for the pool, one after the other"),
    LANE_STAYS_TAKEN("a call that ends in an Error leaves its lane taken"),
    RESULTS_NOT_CAPPED("mariadb-small", "a result that is larger than a packet of the server is sent all the same"),
    TRUSTS_SNAPSHOT("postgresql", "a transaction looks for an earlier one by a plain read of its snapshot"),
    STANDBY_IS_BEHIND("postgresql-async-claimed", "a primary does not wait for the standby that takes its place"),
    SENT_BY_VIRTUAL_THREAD("a claim waits for a virtual thread, for which callers that are pinned leave no carrier");

    private final String store;
    private final String meaning;

    Mutant(String meaning) {
        this("sqlite", meaning);
    }

    Mutant(String store, String meaning) {
        this.store = store;
        this.meaning = meaning;
    }

    /** Where it is run: on SQLite, unless that lacks what is broken. */
    String store() {
        return store;
    }

    /** Whether workers have to serve HTTP requests for it to show. */
    boolean isOfHttp() {
        return name().startsWith("HTTP_");
    }

    boolean needsVirtualThreads() {
        return this == SENT_BY_VIRTUAL_THREAD;
    }

    String meaning() {
        return meaning;
    }
}
