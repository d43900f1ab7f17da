package dev.semel.testkit.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.LeaseTerms;
import dev.semel.store.Nonce;
import dev.semel.store.RecordId;
import dev.semel.store.Result;
import dev.semel.store.Store;
import dev.semel.store.StoredRecord;
import dev.semel.store.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/** The requests and helpers that all themes of the contract share. */
abstract class Cases {
    static final Duration LONG = Duration.ofMinutes(5);
    static final Duration RETENTION = Duration.ofHours(1);
    static final Fingerprint FINGERPRINT = Fingerprint.ofText("request");
    static final Fingerprint OTHER = Fingerprint.ofText("another request");
    static final Result RESULT = Result.value("text/plain", "receipt".getBytes(UTF_8));

    private final StoreContract contract;
    private int ids;

    Cases(StoreContract contract) {
        this.contract = contract;
    }

    final StoreContract contract() {
        return contract;
    }

    final Store store() {
        return contract.store();
    }

    final String operation() {
        return "contract." + getClass().getSimpleName().toLowerCase(Locale.ROOT) + "." + contract.run();
    }

    /** Returns a record that no other test uses. */
    final RecordId id() {
        return new RecordId(operation(), "scope", "key-" + ids++);
    }

    static Nonce nonce() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new Nonce(random.nextLong(), random.nextLong());
    }

    /** Returns a claim that takes over an abandoned record. */
    static ClaimRequest request(RecordId id, Duration lease) {
        Nonce nonce = nonce();
        return new ClaimRequest(id, FINGERPRINT, () -> nonce, new LeaseTerms(lease, RETENTION), true);
    }

    /** Returns a claim that leaves an abandoned record in doubt, and whose own record stays until it is settled. */
    static ClaimRequest holding(RecordId id, Duration lease) {
        Nonce nonce = nonce();
        return new ClaimRequest(id, FINGERPRINT, () -> nonce, new LeaseTerms(lease, null), false);
    }

    static ClaimRequest withFingerprint(RecordId id, Fingerprint fingerprint) {
        Nonce nonce = nonce();
        return new ClaimRequest(id, fingerprint, () -> nonce, new LeaseTerms(LONG, RETENTION), true);
    }

    /** Claims a record, and checks that the claim is granted. */
    final Token claim(RecordId id, Duration lease) {
        return claimed(store().claim(request(id, lease))).record().token();
    }

    final Token claim(RecordId id) {
        return claim(id, LONG);
    }

    static ClaimResult.Claimed claimed(ClaimResult result) {
        assertThat(result).isInstanceOf(ClaimResult.Claimed.class);
        return (ClaimResult.Claimed) result;
    }

    /** Claims and settles a record. */
    final Token settled(RecordId id, Duration retention) {
        Token token = claim(id);
        store().settle(id, token, RESULT, retention);
        return token;
    }

    final StoredRecord find(RecordId id) {
        return store().find(id).orElseThrow(() -> new AssertionError("no record was found"));
    }

    /** Claims a record with a lease that has ended when this method returns. */
    final Token abandoned(RecordId id) throws InterruptedException {
        Token token = claim(id, contract.shortLease());
        passShortLease();
        return token;
    }

    final void passShortLease() throws InterruptedException {
        pass(contract.shortLease());
    }

    /** Lets time pass, and 50 ms more where time is not exact. */
    final void pass(Duration time) throws InterruptedException {
        contract.passTime(contract.hasExactTime() ? time : time.plusMillis(50));
    }

    static LeaseTerms terms(Duration lease) {
        return new LeaseTerms(lease, RETENTION);
    }

    static Result result(StoredRecord record) {
        return Objects.requireNonNull(record.result(), "the record has no result");
    }

    /** Moves a clock that the test holds: a record that is forgotten and recreated must not have the same time of creation. */
    final void distinguishLives() {
        if (contract.hasExactTime()) {
            try {
                contract.passTime(Duration.ofMillis(1));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Runs a task on several threads that start together, and returns all results. */
    static <R> List<R> together(int threads, Callable<R> task) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<R>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(() -> {
                    start.await();
                    return task.call();
                }));
            }
            List<R> results = new ArrayList<>();
            for (Future<R> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("one of the threads failed", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
