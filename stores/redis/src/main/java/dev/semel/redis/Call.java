package dev.semel.redis;

import dev.semel.SemelException;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A step on its way to the server. One thread waits for it, another one may send it.
 *
 * @param <R> what it is answered with
 */
abstract sealed class Call<R> permits RecordCall, CountStep {
    private final Script script;
    private final List<Row> rows;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<@Nullable Outcome<R>> outcome = new AtomicReference<>();
    private volatile @Nullable Shipment shipment;
    private volatile boolean givenUp;

    private record Outcome<R>(@Nullable R answer, @Nullable SemelException failure) {}

    /**
     * What the script is asked about one key. Not to be changed.
     *
     * @param key in the server
     * @param ask what is to be done with it; nothing if the script does the same with all keys
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Row(byte[] key, byte[] ask) {}

    Call(Script script, List<Row> rows) {
        this.script = script;
        this.rows = rows;
    }

    final Script script() {
        return script;
    }

    /** At least one. */
    final List<Row> rows() {
        return rows;
    }

    final int bytes() {
        int bytes = 0;
        for (Row row : rows) {
            bytes += row.key.length + row.ask.length;
        }
        return bytes;
    }

    /** What it means that the script has answered with this; {@code null} for a false of the script. */
    abstract R read(long now, @Nullable Object reply);

    /**
     * What its caller is told if it failed.
     *
     * @param cause {@code null} if something else was answered than the script answers
     */
    abstract SemelException failure(@Nullable Throwable cause);

    /** What its caller is told if no answer came in time. */
    abstract StoreException late(Duration waited);

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
            fail(failure(e));
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
        fail(late(waited));
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
