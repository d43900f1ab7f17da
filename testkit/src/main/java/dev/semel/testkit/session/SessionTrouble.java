package dev.semel.testkit.session;

import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runUnprotected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.LeaseLostException;
import dev.semel.NotRecordedException;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecordState;
import dev.semel.StoreException;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.ReleaseAs;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.Token;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract under lost messages, lost owners and an unreachable store. */
abstract class SessionTrouble extends SessionScene {
    private static final Duration RETENTION = Duration.ofHours(1);

    @Test
    @DisplayName("a claim whose reply is lost is sent again, or reported before the work runs")
    void lostReplyOfClaim() throws Exception {
        checkLostClaim(true);
    }

    @Test
    @DisplayName("a claim that never arrives is sent again, or reported before the work runs")
    void lostClaim() throws Exception {
        checkLostClaim(false);
    }

    private void checkLostClaim(boolean applied) throws Exception {
        Operation<String> operation = texts().build();
        form().lose(Form.Point.CLAIM, applied);
        if (has(Trait.ENDED_BY_CALLER)) {
            assertThat(catchThrowable(() -> call(operation, NEVER))).isInstanceOf(StoreException.class);
            checkEvents("StoreFailed CLAIM");
            checkEffects(0);
            checkNoRecord();
            checkRunsNext(operation);
        } else {
            assertThat(call(operation, this::pay)).isInstanceOf(Outcome.Executed.class);
            checkRecord(RecordState.COMPLETED);
            assertThat(form().observer().find(id()).orElseThrow().attempt()).isEqualTo(1);
        }
        checkEffects(1);
    }

    @Test
    @DisplayName("a settlement whose reply is lost is resolved, or replayed to the next call")
    void lostReplyOfRecord() throws Exception {
        Operation<String> operation = texts().build();
        call(operation, "warm", REQUEST, effect -> "warm");
        checkEvents("Executed");
        runs.set(0);
        Form.Work work = effect -> {
            form().lose(Form.Point.RECORD, true);
            return pay(effect);
        };
        if (has(Trait.ENDED_BY_CALLER)) {
            assertThat(catchThrowable(() -> call(operation, work))).isNotNull();
        } else {
            assertThat(call(operation, work)).isInstanceOf(Outcome.Executed.class);
        }
        checkRecord(RecordState.COMPLETED);
        checkReplaysNext(operation, "receipt 1");
        checkEffects(1);
    }

    private boolean throwsCommitsAsTheyAre() {
        return has(Trait.ENDED_BY_CALLER) || has(Trait.REPORTS_COMMITS_AS_THROWN);
    }

    @Test
    @DisplayName("a settlement that never arrives is sent again, or the effect is undone and the next call runs")
    void lostRecord() throws Exception {
        Operation<String> operation = texts().build();
        Form.Work work = effect -> {
            form().lose(Form.Point.RECORD, false);
            return pay(effect);
        };
        if (leases()) {
            assertThat(call(operation, work)).isInstanceOf(Outcome.Executed.class);
            checkReplaysNext(operation, "receipt 1");
        } else {
            Throwable thrown = catchThrowable(() -> call(operation, work));
            assertThat(thrown).isNotNull();
            if (!throwsCommitsAsTheyAre()) {
                assertThat(thrown).isInstanceOf(StoreException.class).hasMessageContaining("call again");
            }
            checkEffects(0);
            checkNoRecord();
            checkRunsNext(operation);
        }
        checkEffects(1);
    }

    @Test
    @DisplayName(
            "a value that cannot be recorded is reported: either it took effect, or it is undone and can run again")
    void unreachableAfterValue() throws Exception {
        Operation<String> operation = texts().lease(Duration.ofMillis(300)).build();
        Throwable thrown = catchThrowable(() -> call(operation, effect -> {
            effect.run();
            form().cutOff(true);
            return "receipt";
        }));
        form().cutOff(false);
        if (undoes()) {
            assertThat(thrown).isNotNull();
            if (!throwsCommitsAsTheyAre()) {
                assertThat(thrown).isInstanceOf(StoreException.class).hasMessageContaining("call again");
            }
            checkEffects(0);
        } else {
            assertThat(thrown).isInstanceOf(NotRecordedException.class);
            assertThat(events()).last().isEqualTo("NotRecorded");
            checkEffects(1);
        }
    }

    @Test
    @DisplayName("a failure that is a result and cannot be stored is the cause of the exception that the caller gets")
    void unreachableAfterFailure() {
        Operation<String> operation = texts().lease(Duration.ofMillis(300))
                .afterFailure(replayFailures())
                .build();
        IOException declined = new IOException("declined");
        Throwable thrown = catchThrowable(() -> call(operation, effect -> {
            effect.run();
            form().cutOff(true);
            throw declined;
        }));
        form().cutOff(false);
        if (has(Trait.JOINS_OUTER)) {
            assertThat(thrown).isSameAs(declined);
        } else {
            assertThat(thrown).isInstanceOf(StoreException.class);
        }
        if (!has(Trait.ENDED_BY_CALLER)) {
            assertThat(thrown).hasCause(declined);
        }
        assertThat(events()).noneMatch("Failed stored"::equals);
        checkEffects(undoes() ? 0 : 1);
    }

    @Test
    @DisplayName("an overtaken owner returns no result, and bound effects are not written")
    void overtaken() throws Exception {
        assumeTrue(leases(), "a transaction keeps its record locked");
        Operation<String> operation = texts().build();
        Throwable thrown = catchThrowable(() -> call(operation, effect -> {
            overtake(operation);
            return pay(effect);
        }));
        assertThat(thrown).isInstanceOf(LeaseLostException.class);
        checkEvents("LeaseLost");
        checkEffects(undoes() ? 0 : 1);
        checkReplaysNext(operation, "other receipt");
    }

    @Test
    @DisplayName("an overtaken owner does not throw a failure that is a result")
    void overtakenFailure() throws Exception {
        assumeTrue(leases(), "a transaction keeps its record locked");
        Operation<String> operation = texts().afterFailure(replayFailures()).build();
        IOException declined = new IOException("declined");
        assertThat(catchThrowable(() -> call(operation, effect -> {
                    overtake(operation);
                    throw declined;
                })))
                .isInstanceOf(LeaseLostException.class)
                .hasCause(declined);
        assertThat(events()).noneMatch("Failed stored"::equals);
        checkReplaysNext(operation, "other receipt");
    }

    /** Another owner settles the record. */
    private void overtake(Operation<String> operation) {
        Store store = form().observer();
        Token owner = store.find(id()).orElseThrow().token();
        store.release(id(), owner, ReleaseAs.RUNNABLE, RETENTION);
        Token other = claimElsewhere(operation, true);
        store.settle(
                id(), other, Result.value(Codec.text().mediaType(), Codec.text().encode("other receipt")), RETENTION);
    }

    private Token claimElsewhere(Operation<String> operation, boolean mayTakeOver) {
        Nonce nonce = new Nonce(System.nanoTime(), 1);
        Fingerprint fingerprint = operation.settings().fingerprinter().of(REQUEST);
        LeaseTerms terms = new LeaseTerms(Duration.ofMinutes(5), mayTakeOver ? RETENTION : null);
        ClaimResult result =
                form().observer().claim(new ClaimRequest(id(), fingerprint, () -> nonce, terms, mayTakeOver));
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        return result.record().token();
    }

    @Test
    @DisplayName("a record whose owner is gone is in doubt if the policy is to hold")
    void inDoubt() throws Exception {
        Operation<String> operation = texts().afterAbandonment(hold()).build();
        Token gone = claimElsewhere(operation, false);
        form().observer().release(id(), gone, ReleaseAs.ABANDONED, RETENTION);
        assertThat(call(operation, NEVER)).isInstanceOf(Outcome.InDoubt.class);
        checkEvents("InDoubt");
        checkEffects(0);
    }

    @Test
    @DisplayName("a record whose owner is gone is taken over")
    void takesOver() throws Exception {
        Operation<String> operation = texts().build();
        Token gone = claimElsewhere(operation, true);
        form().observer().release(id(), gone, ReleaseAs.ABANDONED, RETENTION);
        Outcome<String> outcome = call(operation, this::pay);
        assertThat(outcome).isInstanceOf(Outcome.Executed.class);
        assertThat(((Outcome.Executed<String>) outcome).facts().attempt()).isEqualTo(2);
        checkEvents("TookOver", "Executed");
        checkEffects(1);
    }

    @Test
    @DisplayName("a call does not run while the store is unreachable")
    void unreachable() throws Exception {
        Operation<String> operation = texts().build();
        checkNotRunWhileUnreachable(operation);
        checkNoRecord();
        checkRunsNext(operation);
        checkEffects(1);
    }

    private void checkNotRunWhileUnreachable(Operation<String> operation) {
        form().cutOff(true);
        Throwable thrown = catchThrowable(() -> call(operation, NEVER));
        form().cutOff(false);
        if (has(Trait.ENDED_BY_CALLER)) {
            assertThat(thrown).isNotNull(); // thrown where the caller begins the transaction
        } else {
            assertThat(thrown).isInstanceOf(StoreException.class);
            assertThat(events()).isNotEmpty().containsOnly("StoreFailed CLAIM");
        }
    }

    @Test
    @DisplayName("a call that may run without the store runs under a lease, and writes no bound effects")
    void unreachableAndUnprotected() throws Exception {
        Operation<String> operation = texts().withoutStore(runUnprotected()).build();
        if (!leases()) {
            checkNotRunWhileUnreachable(operation);
            return;
        }
        form().cutOff(true);
        if (undoes()) {
            assertThat(catchThrowable(() -> call(operation, this::pay))).isInstanceOf(StoreException.class);
        } else {
            assertThat(call(operation, this::pay)).isInstanceOf(Outcome.Unprotected.class);
        }
        form().cutOff(false);
        assertThat(events()).last().isEqualTo("RanUnprotected");
        assertThat(runs).hasValue(1);
        checkEffects(undoes() ? 0 : 1);
    }
}
