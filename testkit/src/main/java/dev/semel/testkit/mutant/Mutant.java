package dev.semel.testkit.mutant;

import static dev.semel.testkit.mutant.Prover.CONTRACT;
import static dev.semel.testkit.mutant.Prover.COUNTS;
import static dev.semel.testkit.mutant.Prover.MODEL;
import static dev.semel.testkit.mutant.Prover.RIG;
import static dev.semel.testkit.mutant.Prover.SIMULATION;

import dev.semel.testkit.history.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The catalogue of deliberate bugs in a store, an engine, a transaction, a counter or a service, modelled on bugs in the field. Each mutant
 * must be found by all provers that it names.
 */
public enum Mutant {
    NONE(Rule.NOTHING_UNEXPECTED, "nothing is broken", new Prover[0]),
    SETTLES_WITHOUT_TOKEN(
            Rule.LOST_LEASE_WRITES_NOTHING, "a settlement names the key only", CONTRACT, SIMULATION, MODEL, RIG),
    SETTLES_BY_EPOCH(
            Rule.LOST_LEASE_WRITES_NOTHING, "a settlement names the key and an epoch", CONTRACT, SIMULATION, MODEL),
    LAST_SETTLEMENT_WINS(Rule.ANSWERS_ARE_IDENTICAL, "a settlement replaces one that is there", CONTRACT, SIMULATION),
    RELEASES_WITHOUT_TOKEN(
            Rule.LOST_LEASE_WRITES_NOTHING, "a release names the key only", CONTRACT, SIMULATION, MODEL, RIG),
    RELEASES_BY_DELETING(Rule.NOTHING_IS_FORGOTTEN, "a release deletes the record", CONTRACT, SIMULATION, RIG),
    RENEWS_WITHOUT_TOKEN(
            Rule.LOST_LEASE_WRITES_NOTHING, "a renewal names the key only", CONTRACT, SIMULATION, MODEL, RIG),
    TAKES_OVER_WITHOUT_EPOCH(
            Rule.ONE_OWNER_PER_EPOCH,
            "the epoch stays as it is when a record is taken over",
            CONTRACT,
            SIMULATION,
            MODEL,
            RIG),
    TAKES_OVER_LIVE_LEASE(
            Rule.LEASE_IS_EXCLUSIVE,
            "a claim takes the record from an owner whose lease is live",
            CONTRACT,
            SIMULATION,
            MODEL,
            RIG),
    RENEWALS_GO_NOWHERE(Rule.LEASE_IS_EXCLUSIVE, "a renewal is confirmed, and never sent"),
    RENEWS_WITH_MEMORY(
            "redis", Rule.OWNERS_NEED_NO_MEMORY, "a renewal needs memory, and is refused when memory is full"),
    MOVED_IS_ABSENT(
            "redis-cluster", Rule.LEASE_IS_EXCLUSIVE, "a record that has moved to another server counts as absent"),
    ANSWERS_WITHOUT_MASTER(
            "redis-cluster", Rule.STORED_BEFORE_ANSWERED, "a settlement that no master takes counts as applied"),
    LEASE_NEVER_ENDS(Rule.LEASE_ENDS, "a lease never ends"),
    DOUBTS_LIVE_LEASE(Rule.LEASE_IS_EXCLUSIVE, "a record is in doubt while its owner's lease is live"),
    RELEASES_GO_NOWHERE(Rule.RELEASED_IS_FREE, "a release is confirmed, and never sent"),
    SETTLES_WHILE_LIVE(Rule.REFUSED_FOR_A_REASON, "a settlement is accepted only while the lease lasts"),
    LEASE_LASTS_TOO_LONG(Rule.LEASE_ENDS, "a lease lasts ten times as long in the store"),
    RENEWS_RARELY(Rule.LEASES_ARE_RENEWED, "nine owners in ten do not renew their leases"),
    CLAIM_NEVER_RETURNS(Rule.EVERY_CALL_RETURNS, "one claim in 100 never returns"),
    CLAIMS_BY_OLD_READ(
            Rule.ASKED_BEFORE_RUN_AGAIN,
            "a claim reads, waits, and then writes what the read allowed",
            CONTRACT,
            SIMULATION,
            RIG),
    IGNORES_HOLD(
            Rule.HELD_NEVER_RUNS_AGAIN, "a record that is in doubt is taken over", CONTRACT, SIMULATION, MODEL, RIG),
    FORGETS_TAKEOVER(
            Rule.ASKED_BEFORE_RUN_AGAIN,
            "a claim does not report that it has taken over, so no reconciler is asked",
            CONTRACT,
            SIMULATION,
            MODEL,
            RIG),
    FREES_WHAT_IS_UNCLEAR(Rule.HELD_NEVER_RUNS_AGAIN, "after a failure with an unknown effect the record is runnable"),
    FREES_WHAT_IS_HELD(
            Rule.HELD_NEVER_RUNS_AGAIN,
            "a record to be held is runnable after a failure with an unknown effect",
            SIMULATION),
    FREES_WHAT_IS_TO_BE_ASKED_FOR(
            Rule.ASKED_BEFORE_RUN_AGAIN,
            "a record to be reconciled is runnable after a failure with an unknown effect",
            SIMULATION),
    FREES_WHAT_WAS_ASKED_FOR(
            Rule.ASKED_BEFORE_RUN_AGAIN, "a record that was reconciled is runnable after a failure", MODEL),
    IGNORES_NONCE(
            Rule.OWN_CLAIM_IS_RECOGNISED,
            "a claim that is sent again is not recognised",
            CONTRACT,
            SIMULATION,
            MODEL,
            RIG),
    IGNORES_FINGERPRINT(
            Rule.FINGERPRINT_IS_KEPT_APART, "a different request gets the stored result", CONTRACT, SIMULATION, RIG),
    IGNORES_FINGERPRINT_OF_ABANDONED(
            Rule.FINGERPRINT_IS_KEPT_APART,
            "a different request takes over an abandoned record",
            CONTRACT,
            SIMULATION,
            RIG),
    REPLAYS_UNSETTLED(
            Rule.ONLY_SETTLED_IS_REPLAYED,
            "a duplicate gets an empty answer while the first call runs",
            CONTRACT,
            SIMULATION,
            RIG),
    REPLAYS_FOREVER(Rule.REPLAY_ENDS, "a result is replayed past its retention", CONTRACT, SIMULATION, RIG),
    FORGETS_EARLY(
            Rule.NOTHING_IS_FORGOTTEN, "a result is kept for a tenth of its retention", CONTRACT, SIMULATION, RIG),
    REMEMBERS_FORGOTTEN(Rule.FORGOTTEN_IS_ABSENT, "a record that was forgotten is still present", CONTRACT, SIMULATION),
    PURGES_WITHOUT_TIME(
            Rule.NOTHING_IS_FORGOTTEN, "the purge does not look at the time", CONTRACT, SIMULATION, MODEL, RIG),
    PURGES_RUNNING(Rule.HELD_NEVER_RUNS_AGAIN, "the purge deletes records in progress", CONTRACT, SIMULATION, RIG),
    SCOPES_MEET(Rule.OWNER_HAS_ASKED, "scope and key are joined without a separator", CONTRACT, SIMULATION, RIG),
    CHANGES_BYTES(Rule.ANSWERS_ARE_IDENTICAL, "a byte of the stored result changes", CONTRACT, SIMULATION, RIG),
    RETURNS_DAMAGED_RESULTS(
            Rule.ANSWERS_ARE_IDENTICAL, "a result is returned although its checksum is wrong", CONTRACT),
    ANSWERS_BEFORE_STORING(
            Rule.STORED_BEFORE_ANSWERED, "the caller is answered before the result is stored", SIMULATION, MODEL, RIG),
    GIVES_UNSTORED_FAILURE(Rule.STORED_BEFORE_ANSWERED, "a caller gets a failure that could not be stored", MODEL),
    IGNORES_LOST_LEASE(Rule.STORED_BEFORE_ANSWERED, "a settlement that was refused counts as applied", SIMULATION, RIG),
    FREES_LIVE_CLAIM(Rule.OWNER_HAS_ASKED, "a caller that stops waiting releases the record of its owner", SIMULATION),
    RUNS_WHILE_BUSY(Rule.ONE_EFFECT_PER_EPOCH, "a duplicate runs while the first call is running", SIMULATION),
    RUNS_TWICE(Rule.ONE_EFFECT_PER_EPOCH, "work runs again if its result could not be stored", SIMULATION),
    SETTLES_WITH_ANOTHERS_RESULT(Rule.RESULT_IS_OF_THIS_RECORD, "the result of another call is stored", SIMULATION),
    RUNS_WHAT_IS_HELD(Rule.HELD_NEVER_RUNS_AGAIN, "a record to be held runs again", SIMULATION),
    RUNS_WITHOUT_ASKING(
            Rule.ASKED_BEFORE_RUN_AGAIN, "a record that was taken over runs without asking the reconciler", SIMULATION),
    KEEPS_WHAT_IT_DID_NOT_RUN(Rule.NOT_RUN_IS_GIVEN_BACK, "a claim whose reply was lost is never released", SIMULATION),
    FORGETS_LATER_ATTEMPT(
            Rule.NOTHING_IS_FORGOTTEN, "a record is forgotten although it had an attempt before", SIMULATION),
    REPLAYS_UNCONFIRMED(
            Rule.STORED_BEFORE_ANSWERED, "a duplicate gets a result that was sent to the store and not confirmed"),
    GUESSES_SETTLED(Rule.LOST_LEASE_WRITES_NOTHING, "a settlement whose reply was lost counts as applied"),
    GUESSES_CLAIMED(Rule.LEASE_IS_EXCLUSIVE, "a claim whose reply was lost counts as granted", MODEL, RIG),
    FAILS_OPEN(Rule.EFFECT_NEEDS_A_CLAIM, "the operation runs without protection while the store is unreachable"),
    BOOKS_APART(Rule.ONE_EFFECT_PER_RETENTION, "the row is committed first, and the record in a separate transaction"),
    BOOKS_KEEP_FAILED(Rule.ROLLED_BACK_IS_GONE, "the row of work that failed is committed"),
    BOOKS_FORGET_EARLY(Rule.ONE_EFFECT_PER_RETENTION, "a committed record is forgotten after a tenth of a lease"),
    BOOKS_FORGET_FAILURES(
            Rule.ANSWERS_ARE_IDENTICAL, "a failure that is to be replayed is not stored with a transaction"),
    COUNTER_RESETS_ANYHOW(Rule.COUNTS_ARE_EXACT, "a new window replaces any stored count", COUNTS, RIG),
    COUNTER_LOSES_UPDATES(Rule.COUNTS_ARE_EXACT, "a count is read and written in two steps", COUNTS, RIG),
    COUNTER_IGNORES_KEYS(Rule.COUNTED_ONCE, "an increment under a key counts each time"),
    COUNTER_IGNORES_LIMIT(Rule.LIMIT_HOLDS, "a quota is not checked"),
    COUNTER_COUNTS_REFUSED(Rule.COUNTS_ARE_EXACT, "a quota counts what it refuses"),
    COUNTER_GUESSES_LOST(Rule.COUNTS_ARE_EXACT, "an increment whose reply was lost is sent once more"),
    COUNTER_GUESSES_APPLIED(Rule.COUNTS_ARE_EXACT, "an increment whose reply was lost counts as applied"),
    TOGETHER_ONE_BY_ONE(
            Rule.COUNTED_TOGETHER,
            "of two counters one is counted after the other, so the first stays counted if the second is refused",
            COUNTS,
            RIG),
    TOGETHER_TAKES_BACK_TWICE(Rule.COUNTS_ARE_EXACT, "a take-back that is sent again takes back again", COUNTS, RIG),
    TOGETHER_TAKES_BACK_HALF(Rule.COUNTED_TOGETHER, "of two counts only the first is taken back", COUNTS, RIG),
    TOGETHER_KEEPS_KEY(Rule.COUNTS_ARE_EXACT, "a take-back leaves its key behind", COUNTS, RIG),
    COUNTER_ENDS_SESSION_EARLY(Rule.WINDOW_GOES_ON, "a hit renews a session for a tenth of its idle time"),
    COUNTER_RESTARTS_SESSION(Rule.WINDOW_GOES_ON, "a hit during a session restarts it"),
    COUNTER_RESETS_TO_OLDER_WINDOW(
            Rule.WINDOW_GOES_ON, "an increment of an older window starts that window again", COUNTS),
    COUNTER_READS_LIMIT_BEFORE(Rule.LIMIT_HOLDS, "a quota is checked by a count that was read before", COUNTS),
    COUNTER_REFUSAL_TURNS_WINDOW(Rule.WINDOW_GOES_ON, "an increment that is refused starts a new window", COUNTS),
    COUNTER_WRAPS_AROUND(Rule.LIMIT_HOLDS, "a count that passes the largest number becomes negative", COUNTS),
    COUNTER_USES_DOUBLES(Rule.COUNTS_ARE_EXACT, "a count is a floating-point number", COUNTS),
    COUNTER_KEY_ENDS_WITH_WINDOW(Rule.COUNTED_ONCE, "a key counts again in the next window", COUNTS),
    COUNTER_SHARES_KEYS(Rule.COUNTED_ONCE, "subjects share their keys", COUNTS),
    COUNTER_KEEPS_KEY_OF_REFUSAL(
            Rule.LIMIT_HOLDS, "a key whose increment was refused is refused for as long as it is remembered", COUNTS),
    COUNTER_REPLAYS_PRESENT_COUNT(Rule.COUNTED_ONCE, "an increment that is sent again gets the present count", COUNTS),
    COUNTER_READS_KEY_BEFORE(Rule.COUNTED_ONCE, "a key is read and written in two steps", COUNTS),
    COUNTER_NEVER_RENEWS_KEYS(Rule.COUNTED_ONCE, "a key that is used again is not remembered for longer", COUNTS),
    COUNTER_LATE_HIT_SHORTENS_SESSION(
            Rule.WINDOW_GOES_ON, "a hit that arrives late brings the end of a session forward", COUNTS),
    COUNTER_SESSION_NEVER_ENDS(Rule.WINDOW_GOES_ON, "a session has no longest duration", COUNTS),
    COUNTER_REFUSED_HIT_RENEWS(Rule.WINDOW_GOES_ON, "a hit that is refused renews the session", COUNTS),
    COUNTER_CREATES_UNKNOWN(
            Rule.COUNTS_ARE_EXACT, "a subject that must be registered is created by its first increment", COUNTS),
    COUNTER_REGISTERING_RESETS(Rule.COUNTS_ARE_EXACT, "a subject that is registered again starts from zero", COUNTS),
    COUNTER_PURGES_KEPT(Rule.NOTHING_IS_FORGOTTEN, "the purge deletes counts that must be kept", COUNTS),
    COUNTER_TAKES_BACK_UNKNOWN(
            Rule.COUNTS_ARE_EXACT, "a take-back under an unknown key subtracts nevertheless", COUNTS),
    COUNTER_TAKES_BACK_FROM_NEW_WINDOW(
            Rule.COUNTS_ARE_EXACT, "a take-back subtracts from a window that began later", COUNTS),
    COUNTER_TAKES_BACK_NOTHING(Rule.COUNTS_ARE_EXACT, "a take-back is confirmed, and subtracts nothing", COUNTS),
    COUNTER_TAKES_BACK_BELOW_ZERO(Rule.COUNTS_ARE_EXACT, "a take-back makes a count negative", COUNTS),
    COUNTER_TAKES_BACK_ALL_OR_NOTHING(
            Rule.COUNTS_ARE_EXACT, "a take-back of more than is left subtracts nothing", COUNTS),
    COUNTER_IGNORES_CASE(Rule.COUNTS_ARE_EXACT, "subjects that differ in case share a count", COUNTS),
    HTTP_ANSWERS_EARLY(Rule.ANSWERS_ARE_IDENTICAL, "an HTTP answer is sent before it is stored"),
    HTTP_TAKES_PARTS(Rule.WHOLE_REQUESTS_ONLY, "an HTTP body that breaks off counts as complete"),
    HTTP_FREES_WHEN_CLIENT_LEAVES(
            Rule.REFUSED_FOR_A_REASON, "the key is free as soon as its client hangs up, while the work goes on"),
    HTTP_LEAKS_PLACES(
            Rule.EVERY_KEY_SETTLES, "a client that hangs up keeps its place among the eight that a service has"),
    HTTP_REPLAYS_OTHER_STATUS(Rule.NOTHING_UNEXPECTED, "an HTTP replay has another status"),
    HTTP_REPLAYS_WITHOUT_BODY(Rule.ANSWERS_ARE_IDENTICAL, "an HTTP replay has no body"),
    HTTP_FORGETS_BODY(Rule.WHOLE_REQUESTS_ONLY, "the fingerprint of an HTTP request leaves out its body"),
    RENEWS_THROUGH_DRY_POOL(
            "postgresql",
            Rule.LEASES_ARE_RENEWED,
            "a renewal waits for a connection of a pool that the work has exhausted"),
    WAITS_FOR_POOL_IN_TURN(
            "postgresql", Rule.DRY_POOL_IS_NO_QUEUE, "each call of a store waits for the pool, one after the other"),
    LANE_STAYS_TAKEN(Rule.EVERY_CALL_RETURNS, "a call that ends in an Error leaves its lane taken"),
    RESULTS_NOT_CAPPED(
            "mariadb-small",
            Rule.RESULT_IS_KEPT,
            "a result that is larger than a packet of the server is sent nevertheless"),
    TRUSTS_SNAPSHOT(
            "postgresql",
            Rule.NO_ANSWER_WITHOUT_EFFECT,
            "a transaction looks for an earlier one by a plain read of its snapshot"),
    STANDBY_IS_BEHIND(
            "postgresql-async-claimed",
            Rule.NO_ANSWER_WITHOUT_EFFECT,
            "a primary does not wait for the standby that takes its place"),
    SENT_BY_VIRTUAL_THREAD(
            Rule.EVERY_CALL_RETURNS,
            "a claim waits for a virtual thread, for which callers that are pinned leave no carrier");

    private final String store;
    private final Rule rule;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<Prover> provers;

    Mutant(Rule rule, String meaning) {
        this(rule, meaning, RIG);
    }

    Mutant(Rule rule, String meaning, Prover... provers) {
        this("sqlite", rule, meaning, provers);
    }

    Mutant(String store, Rule rule, String meaning) {
        this(store, rule, meaning, RIG);
    }

    Mutant(String store, Rule rule, String meaning, Prover... provers) {
        this.store = store;
        this.rule = rule;
        this.meaning = meaning;
        this.provers = Set.of(provers);
    }

    /** Returns all mutants that a prover has to find. */
    public static List<Mutant> of(Prover prover) {
        return Arrays.stream(values())
                .filter(mutant -> mutant.provers.contains(prover))
                .toList();
    }

    /** Returns whether a prover has to find this mutant. */
    public boolean isFor(Prover prover) {
        return provers.contains(prover);
    }

    /** Returns the rule that this mutant breaks. Other rules may detect it first. */
    public Rule rule() {
        return rule;
    }

    /** Returns a description of the bug. */
    public String meaning() {
        return meaning;
    }

    /** Returns the store on which the torture rig runs this mutant: SQLite, unless the bug needs another one. */
    public String store() {
        return store;
    }
}
