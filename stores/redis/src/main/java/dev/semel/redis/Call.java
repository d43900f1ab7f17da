package dev.semel.redis;

import dev.semel.SemelException;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.RecordId;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A step on one record on its way to the server. One thread waits for it, another one may send it.
 *
 * @param <R> what it is answered with
 */
abstract sealed class Call<R> permits ClaimCall, WriteCall, FindCall, WatchCall {
    private final Script script;
    private final RecordId id;
    private final byte[] key;
    private final byte[] ask;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<@Nullable Outcome<R>> outcome = new AtomicReference<>();
    private volatile @Nullable Shipment shipment;
    private volatile boolean givenUp;

    private record Outcome<R>(@Nullable R answer, @Nullable SemelException failure) {}

    Call(Script script, RecordId id, byte[] key, byte[] ask) {
        this.script = script;
        this.id = id;
        this.key = key;
        this.ask = ask;
    }

    final Script script() {
        return script;
    }

    final RecordId id() {
        return id;
    }

    /** The key in the server. Not to be changed. */
    final byte[] key() {
        return key;
    }

    /** What the script is asked with. Not to be changed. */
    final byte[] ask() {
        return ask;
    }

    /** What it means that the script has answered with this; {@code null} for a false of the script. */
    abstract R read(long now, @Nullable Object reply);

    /** With whom it travels. */
    final void travelsWith(Shipment all) {
        shipment = all;
    }

    final boolean isDone() {
        return outcome.get() != null;
    }

    final void receive(long now, @Nullable Object reply, @Nullable StoreException unmet) {
        try {
            R answer = read(now, reply);
            boolean wrote = answer instanceof ClaimResult.Claimed || answer == OwnerWrite.APPLIED;
            complete(wrote && unmet != null ? new Outcome<>(null, unmet) : new Outcome<>(answer, null));
        } catch (SemelException e) {
            fail(e);
        } catch (RuntimeException e) {
            fail(new StoreException("the answer of the server for the record " + id + " could not be read", e));
        }
    }

    final void fail(SemelException why) {
        complete(new Outcome<>(null, why));
    }

    private void complete(Outcome<R> found) {
        if (outcome.compareAndSet(null, found) && caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    /** For the one who waits. An interrupt is put off, since what is on its way can't be called back. */
    final R await(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        while (!isDone()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                giveUp(atMost);
            } else {
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return get();
    }

    /** Whether the one who waits has had no answer in time. */
    final boolean isGivenUp() {
        return givenUp;
    }

    private void giveUp(Duration waited) {
        givenUp = true;
        fail(new StoreException(
                "Redis did not answer a call on the record " + id + " within " + waited.toMillis()
                        + " ms; check that the server can be reached, and send the same call again",
                null));
        Shipment mine = shipment;
        if (mine != null) {
            mine.cancelIfNobodyWaits();
        }
    }

    private R get() {
        Outcome<R> found = outcome.get();
        if (found != null && found.failure != null) {
            // Made by another thread, and perhaps for many calls: each caller gets one with its own stack.
            throw found.failure.getClass() == StoreException.class
                    ? new StoreException(String.valueOf(found.failure.getMessage()), found.failure.getCause())
                    : found.failure;
        }
        if (found == null || found.answer == null) {
            throw new IllegalStateException("a call was taken as done before it had an answer");
        }
        return found.answer;
    }
}
