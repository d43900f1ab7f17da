package dev.semel.redis;

import dev.semel.SemelException;
import dev.semel.batch.Pending;
import dev.semel.store.ClaimResult;
import dev.semel.store.OwnerWrite;
import dev.semel.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step on its way to the server. One thread waits for it, another one may send it. Not for applications: it may change in any release.
 *
 * @param <R> what it is answered with
 */
public abstract class Call<R> extends Pending<R> {
    private final Script script;
    private final List<Row> rows;
    private volatile @Nullable Shipment shipment;

    /**
     * What the script is asked about one key. Not to be changed.
     *
     * @param key in the server
     * @param ask what is to be done with it; nothing if the script does the same with all keys
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    public record Row(byte[] key, byte[] ask) {}

    /** A step that runs a script on at least one row. */
    protected Call(Script script, List<Row> rows) {
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

    @Override
    protected final int size() {
        int bytes = 0;
        for (Row row : rows) {
            bytes += row.key.length + row.ask.length;
        }
        return bytes;
    }

    /** What it means that the script has answered with this; {@code null} for a false of the script. */
    protected abstract R read(long now, @Nullable Object reply);

    /**
     * What its caller is told if it failed.
     *
     * @param cause {@code null} if something else was answered than the script answers
     */
    protected abstract SemelException failure(@Nullable Throwable cause);

    /** What its caller is told if no answer came in time. */
    protected abstract StoreException late(Duration waited);

    /** With whom it travels. */
    final void travelsWith(Shipment all) {
        shipment = all;
    }

    final void receive(long now, @Nullable Object reply, @Nullable StoreException unmet) {
        try {
            R answer = read(now, reply);
            boolean wrote = answer instanceof ClaimResult.Claimed || answer == OwnerWrite.APPLIED;
            if (wrote && unmet != null) {
                fail(unmet);
            } else {
                answer(answer);
            }
        } catch (SemelException e) {
            fail(e);
        } catch (RuntimeException e) {
            failAsUnknown(e);
        } finally {
            wake();
        }
    }

    @Override
    protected final void failAsUnknown(@Nullable Throwable cause) {
        fail(failure(cause));
    }

    /** Fails it, since its caller has waited for so long. */
    final void giveUp(Duration waited) {
        fail(late(waited));
        Shipment mine = shipment;
        if (mine != null) {
            mine.cancelIfNobodyWaits();
        }
    }
}
